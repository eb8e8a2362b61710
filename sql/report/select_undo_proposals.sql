-- Applied merges that people have judged otherwise since, with both titles.
--
-- reads   undo_proposals, documents
-- params  $n_rows

select
    undo_proposals.purpose,
    undo_proposals.representative_id,
    undo_proposals.document_id_l,
    undo_proposals.document_id_r,
    undo_proposals.annotator,
    documents_l.title as title_l,
    documents_r.title as title_r,
    count(*) over () as n_proposals
from undo_proposals
inner join documents as documents_l on undo_proposals.document_id_l = documents_l.document_id
inner join documents as documents_r on undo_proposals.document_id_r = documents_r.document_id
order by undo_proposals.purpose, undo_proposals.document_id_l, undo_proposals.document_id_r
limit $n_rows;
