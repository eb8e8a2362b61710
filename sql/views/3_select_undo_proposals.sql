-- Applied merges that people have judged otherwise since: each is a proposal to undo. position is of the ledger entry
-- that brought the two together.

create or replace view undo_proposals as
select
    merged_l.purpose,
    merged_l.representative_id,
    pair_labels.document_id_l,
    pair_labels.document_id_r,
    pair_labels.annotator,
    pair_labels.label_id,
    if(merged_l.document_id = merged_l.representative_id, merged_r.position, merged_l.position) as position
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
where pair_labels.verdict = 'different';
