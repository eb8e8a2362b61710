-- Purposes for which somebody has merged before.
--
-- reads   ledger_entries
-- params  $actor

select distinct purpose
from ledger_entries
where actor = $actor and action = 'merge';
