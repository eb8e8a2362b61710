-- Actions after the live entries of a batch that moved any of their documents, newest first.
--
-- reads   ledger_entries, ledger_effects
-- params  $batch_id

with

given as (
    select
        ledger_effects.document_id,
        ledger_entries.purpose,
        max(ledger_entries.position) as position
    from ledger_entries
    inner join ledger_effects on ledger_entries.position = ledger_effects.position
    where
        ledger_entries.batch_id = $batch_id
        and ledger_entries.action in ('merge', 'change_representative')
        and ledger_entries.position not in (
            select undoes_position
            from ledger_entries
            where undoes_position is not null
        )
    group by ledger_effects.document_id, ledger_entries.purpose
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
inner join ledger_entries
    on
        ledger_effects.position = ledger_entries.position
        and given.purpose = ledger_entries.purpose
order by ledger_entries.position desc
limit 20;
