-- Days on which a run of the active versions began less than a day ago and has not ended.
--
-- reads   runs

select distinct day
from runs
where
    state = 'running'
    and not is_of_candidate
    and started_at > cast(now() as timestamp) - interval 1 day;
