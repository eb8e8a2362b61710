-- Effects of entries that do not exist.
--
-- reads   ledger_entries, ledger_effects

select distinct position
from ledger_effects
where
    position not in (
        select position
        from ledger_entries
    )
order by position
limit 5;
