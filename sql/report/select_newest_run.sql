-- The newest day that was run, and its newest run.
--
-- reads   runs

select
    run_id,
    day
from runs
where dag_id = 'deduplicate_day' and state <> 'running' and not is_of_candidate
order by day desc, started_at desc
limit 1;
