-- One run of a day, with the methods and versions it used.
--
-- reads   runs
-- params  $run_id

select
    dag_id,
    methods,
    extractor_id,
    code_version,
    state,
    reason,
    started_at,
    ended_at
from runs
where run_id = $run_id;
