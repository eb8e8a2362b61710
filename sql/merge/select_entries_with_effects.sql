-- Entries by position with their effects.
--
-- reads   ledger_entries, ledger_effects
-- params  $positions

select
    ledger_entries.position,
    ledger_entries.purpose,
    ledger_entries.batch_id,
    ledger_entries.cluster_id,
    ledger_effects.document_id,
    ledger_effects.representative_before,
    ledger_effects.representative_after
from ledger_entries
inner join ledger_effects on ledger_entries.position = ledger_effects.position
where ledger_entries.position in (select unnest($positions))
order by ledger_entries.position, ledger_effects.document_id;
