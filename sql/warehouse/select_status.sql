-- One line a crawl day: what came in, what it became, and its newest run.
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
    qualify row_number() over (partition by day order by started_at desc) = 1
)

select
    coalesce(days.day, newest_runs.day) as day,
    coalesce(days.n_captures, 0) as n_captures,
    coalesce(days.n_ok, 0) as n_ok,
    coalesce(days.n_documents, 0) as n_documents,
    coalesce(newest_runs.state, 'never run') as state,
    coalesce(newest_runs.reason, '') as reason
from days
full outer join newest_runs on days.day = newest_runs.day
order by 1;
