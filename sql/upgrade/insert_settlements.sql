-- Remember that everything is up to date after every promotion and roll back so far.
--
-- reads   ledger_entries
-- writes  settlements
-- params  $run_id, $settled_at

insert into settlements (position, run_id, settled_at)
select
    position,
    $run_id as run_id,
    $settled_at as settled_at
from ledger_entries
where action in ('promote', 'roll_back')
on conflict (position) do nothing
returning position;
