-- How one run stands.
--
-- reads   runs
-- params  $run_id

select
    state,
    reason
from runs
where run_id = $run_id;
