-- The methods that one run began with.
--
-- reads   runs
-- params  $run_id

select methods
from runs
where run_id = $run_id;
