-- What the runs of a candidate version cost, day by day: wall and CPU seconds, and the texts that they signed or
-- extracted.
--
-- reads   runs, run_costs, fingerprints, page_fingerprints, extractions
-- params  $version_id

with

own as (
    select
        run_id,
        day,
        date_diff('millisecond', started_at, ended_at) / 1000.0 as seconds
    from runs
    where
        is_of_candidate
        and ended_at is not null
        and (list_contains(methods, $version_id) or (extractor_id = $version_id and len(methods) = 0))
),

made as (
    select run_id
    from fingerprints
    where method_id = $version_id
    union all
    select run_id
    from page_fingerprints
    where method_id = $version_id
    union all
    select run_id
    from extractions
    where extractor_id = $version_id
),

counted as (
    select
        run_id,
        count(*) as n_texts
    from made
    group by run_id
)

select
    own.day,
    sum(own.seconds) as seconds,
    coalesce(sum(run_costs.cpu_seconds), 0)::double as cpu_seconds,
    coalesce(sum(counted.n_texts), 0)::bigint as n_texts
from own
left join counted on own.run_id = counted.run_id
left join run_costs on own.run_id = run_costs.run_id
group by own.day
order by own.day;
