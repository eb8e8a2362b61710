-- How each source's day came.
--
-- reads   source_days
-- params  $day

select
    source_name,
    state,
    reason,
    n_files
from source_days
where day = $day
order by state = 'complete', source_name;
