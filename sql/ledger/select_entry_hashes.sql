-- The hash of each entry.
--
-- reads   ledger_entries

select
    position,
    entry_hash
from ledger_entries;
