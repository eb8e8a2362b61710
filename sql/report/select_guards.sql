-- Guards that hold pairs of a day, among pairs that have a decision, with how alike these pairs are.
--
-- reads   captures, decisions_in_use, pair_guards
-- params  $day

with

of_day as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
),

decided as (
    select distinct
        document_id_l,
        document_id_r,
        guards_id
    from decisions_in_use
    where
        document_id_l in (select of_day.document_id from of_day)
        or document_id_r in (select of_day.document_id from of_day)
)

select
    pair_guards.guard,
    count(distinct decided.document_id_l || decided.document_id_r) as n_pairs,
    any_value(pair_guards.detail) as example
from decided
inner join pair_guards
    on
        decided.document_id_l = pair_guards.document_id_l
        and decided.document_id_r = pair_guards.document_id_r
        and decided.guards_id = pair_guards.guards_id
group by pair_guards.guard
order by n_pairs desc, pair_guards.guard asc;
