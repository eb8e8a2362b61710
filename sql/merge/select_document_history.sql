-- What happened to one document, oldest first: every ledger entry that changed who stands for it.
--
-- reads   ledger_effects, ledger_entries
-- params  $document_id (or the first letters of it), $as_of (null: now)

select
    ledger_entries.position,
    ledger_entries.made_at::timestamp(0)::varchar as made_at,
    ledger_entries.purpose,
    ledger_entries.action,
    ledger_effects.document_id,
    ledger_effects.representative_before,
    ledger_effects.representative_after,
    ledger_entries.batch_id,
    ledger_entries.actor,
    ledger_entries.reason
from ledger_effects
inner join ledger_entries on ledger_effects.position = ledger_entries.position
where
    starts_with(ledger_effects.document_id, $document_id)
    and ($as_of is null or ledger_entries.made_at <= $as_of)
order by ledger_entries.position;
