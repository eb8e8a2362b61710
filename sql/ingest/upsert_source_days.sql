-- The state of a source's day. A day that had run and got files afterwards, or became complete only then, is late; one
-- that was complete stays so.
--
-- reads   source_files
-- writes  source_days
-- params  $day, $source_name, $state, $reason, $run_id

insert into source_days (day, source_name, state, reason, n_files, run_id)
select
    $day::date as day,
    $source_name,
    $state,
    $reason,
    count(*) as n_files,
    $run_id
from source_files
where day = $day::date and source_name = $source_name
on conflict (day, source_name) do update
    set
        state = case
            when excluded.state <> 'complete' and source_days.state in ('complete', 'late') then source_days.state
            when excluded.state <> 'complete' then excluded.state
            when source_days.state = 'complete' and excluded.n_files = source_days.n_files then 'complete'
            else 'late'
        end,
        reason = case
            when excluded.n_files > source_days.n_files
                then (excluded.n_files - source_days.n_files)::varchar || ' files came after the day had run'
            when excluded.state = 'complete' and source_days.state in ('half', 'missing')
                then 'complete only after the day had run'
            when source_days.state in ('complete', 'late') then source_days.reason
            else excluded.reason
        end,
        n_files = excluded.n_files,
        run_id = excluded.run_id
    where
    source_days.n_files <> excluded.n_files
    or (excluded.state <> source_days.state and source_days.state in ('half', 'missing'));
