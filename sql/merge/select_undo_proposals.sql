-- Applied merges that people have judged otherwise since, with who applied them.
--
-- reads   undo_proposals, ledger_entries

select
    undo_proposals.purpose,
    undo_proposals.representative_id,
    undo_proposals.document_id_l,
    undo_proposals.document_id_r,
    undo_proposals.annotator,
    undo_proposals.label_id,
    ledger_entries.actor,
    ledger_entries.batch_id
from undo_proposals
inner join ledger_entries on undo_proposals.position = ledger_entries.position
order by undo_proposals.purpose, undo_proposals.document_id_l, undo_proposals.document_id_r;
