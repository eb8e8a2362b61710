-- One line a crawl day: what came in, what it became, and its newest run; held or rejected while it is put aside.
--
-- reads   captures, runs, quarantined

with

days as (
    select
        day,
        count(*) as n_captures,
        count(*) filter (where outcome = 'ok') as n_ok,
        count(distinct document_id) as n_documents
    from captures
    group by day
),

newest_runs as (
    select
        day,
        state,
        reason,
        report
    from runs
    where not is_of_candidate
    qualify row_number() over (partition by day order by started_at desc) = 1
),

days_aside as (
    select
        day,
        state,
        reason
    from quarantined
    where site = ''
),

sites_aside as (
    select
        day,
        count(*) as n_sites,
        array_to_string(list(site || ' (' || state || ': ' || reason || ')' order by site)[:5], ', ') as first_sites
    from quarantined
    where site <> ''
    group by day
)

select
    coalesce(days.day, newest_runs.day) as day,
    coalesce(days.n_captures, 0) as n_captures,
    coalesce(days.n_ok, 0) as n_ok,
    coalesce(days.n_documents, 0) as n_documents,
    coalesce(days_aside.state, newest_runs.state, 'never run') as state,
    concat_ws(
        '; ',
        nullif(coalesce(days_aside.reason, newest_runs.reason), ''),
        sites_aside.n_sites || ' sites put aside: ' || sites_aside.first_sites
    ) as reason
from days
full outer join newest_runs on days.day = newest_runs.day
left join days_aside on coalesce(days.day, newest_runs.day) = days_aside.day
left join sites_aside on coalesce(days.day, newest_runs.day) = sites_aside.day
order by coalesce(days.day, newest_runs.day);
