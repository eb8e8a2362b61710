-- Applied merges that people have judged otherwise since, with both titles.
--
-- reads   merged_documents, pair_labels, documents
-- params  $n_rows

select
    merged_l.purpose,
    merged_l.representative_id,
    pair_labels.document_id_l,
    pair_labels.document_id_r,
    pair_labels.annotator,
    documents_l.title as title_l,
    documents_r.title as title_r,
    count(*) over () as n_proposals
from pair_labels
inner join merged_documents as merged_l
    on
        pair_labels.purpose = merged_l.purpose
        and pair_labels.document_id_l = merged_l.document_id
inner join merged_documents as merged_r
    on
        pair_labels.purpose = merged_r.purpose
        and pair_labels.document_id_r = merged_r.document_id
        and merged_l.representative_id = merged_r.representative_id
inner join documents as documents_l on pair_labels.document_id_l = documents_l.document_id
inner join documents as documents_r on pair_labels.document_id_r = documents_r.document_id
where pair_labels.verdict = 'different'
order by merged_l.purpose, pair_labels.document_id_l, pair_labels.document_id_r
limit $n_rows;
