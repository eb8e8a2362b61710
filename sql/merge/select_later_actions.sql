-- Actions that came after the given entries and moved any of their documents, newest first.
--
-- reads   ledger_entries, ledger_effects
-- params  $positions

with

given as (
    select
        document_id,
        max(position) as position
    from ledger_effects
    where position in (select unnest($positions))
    group by document_id
)

select distinct
    ledger_entries.position,
    ledger_entries.action,
    ledger_entries.batch_id
from given
inner join ledger_effects
    on
        given.document_id = ledger_effects.document_id
        and given.position < ledger_effects.position
inner join ledger_entries on ledger_effects.position = ledger_entries.position
where
    ledger_entries.purpose = (
        select min(purpose)
        from ledger_entries
        where position in (select unnest($positions))
    )
order by ledger_entries.position desc
limit 20;
