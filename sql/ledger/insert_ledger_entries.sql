-- Append new entries.
--
-- reads   new_entries (registered by the caller)
-- writes  ledger_entries

insert into ledger_entries by name
select *
from new_entries;
