-- Which document stood for which as of a time, from the ledger alone; a document that was freed again is left out.
--
-- reads   ledger_entries, ledger_effects
-- params  $as_of

with

newest as (
    select
        ledger_entries.purpose,
        ledger_effects.document_id,
        ledger_effects.representative_after as representative_id,
        ledger_effects.position
    from ledger_effects
    inner join ledger_entries on ledger_effects.position = ledger_entries.position
    where ledger_entries.made_at <= $as_of
    qualify
        row_number() over (
            partition by ledger_entries.purpose, ledger_effects.document_id
            order by ledger_effects.position desc
        ) = 1
)

select
    purpose,
    document_id,
    representative_id,
    position
from newest
where representative_id is not null
order by purpose, representative_id, document_id;
