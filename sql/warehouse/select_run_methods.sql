-- The methods that one run began with, and whether it is of a candidate version.
--
-- reads   runs
-- params  $run_id

select
    methods,
    is_of_candidate
from runs
where run_id = $run_id;
