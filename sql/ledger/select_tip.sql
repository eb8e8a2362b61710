-- Position and hash of the newest entry; no row when the ledger is empty.
--
-- reads   ledger_entries

select
    position,
    entry_hash
from ledger_entries
order by position desc
limit 1;
