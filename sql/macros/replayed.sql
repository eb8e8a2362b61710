-- Which document stands for which as of a time, from the ledger alone: the newest effect on each document.

create or replace macro replayed(as_of) as table (
    select
        ledger_entries.purpose,
        ledger_effects.document_id,
        ledger_effects.representative_after as representative_id,
        ledger_effects.position
    from ledger_effects
    inner join ledger_entries on ledger_effects.position = ledger_entries.position
    where ledger_entries.made_at <= as_of
    qualify
        row_number() over (
            partition by ledger_entries.purpose, ledger_effects.document_id
            order by ledger_effects.position desc
        ) = 1
);
