-- One row: what a day promised and what came of it.
--
-- reads   captures, source_days, source_files, source_problems
-- params  $day

with

came as (
    select count(*) as n_captures
    from captures
    where day = $day
),

promised as (
    select
        coalesce(sum(n_captures), 0) as n_promised,
        coalesce(sum(n_repeated), 0) as n_repeated
    from source_files
    where day = $day
),

states as (
    select
        count(*) filter (where state = 'late') as n_late,
        count(*) filter (where state = 'half') as n_half,
        count(*) filter (where state = 'missing') as n_missing
    from source_days
    where day = $day
),

problems as (
    select coalesce(sum(n_records), 0) as n_problems
    from source_problems
    where day = $day and kind = 'problem'
)

select
    $day::varchar as day,
    came.n_captures,
    promised.n_promised,
    promised.n_promised > 0 and came.n_captures = 0 as is_promise_broken,
    came.n_captures = 0 as is_empty,
    states.n_late,
    states.n_half,
    states.n_missing,
    promised.n_repeated / greatest(promised.n_promised + promised.n_repeated, 1) as repeated_share,
    problems.n_problems / greatest(problems.n_problems + came.n_captures, 1) as problem_share
from came
cross join promised
cross join states
cross join problems;
