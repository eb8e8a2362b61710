-- Which document stood for which as of a time, from the ledger alone; a document that was freed again is left out.
--
-- reads   ledger_entries, ledger_effects
-- params  $as_of

select
    purpose,
    document_id,
    representative_id,
    position
from replayed($as_of)
where representative_id is not null
order by purpose, representative_id, document_id;
