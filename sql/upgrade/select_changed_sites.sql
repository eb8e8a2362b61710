-- Sites whose captures change most: those that lose content first, then by share of other documents.
--
-- reads   text_changes (temporary)
-- params  $n_rows

with

counted as (
    select
        site,
        sum(n_captures)::bigint as n_captures,
        coalesce(sum(n_captures) filter (where effect = 'lost'), 0)::bigint as n_lost,
        coalesce(sum(n_captures) filter (where effect = 'gained'), 0)::bigint as n_gained,
        coalesce(sum(n_captures) filter (where effect in ('text', 'facts')), 0)::bigint as n_changed,
        sum(n_tokens_old)::bigint as n_tokens_old,
        sum(n_tokens_new)::bigint as n_tokens_new
    from text_changes
    group by site
)

select *
from counted
where n_lost + n_gained + n_changed > 0
order by n_lost / n_captures desc, n_changed / n_captures desc, n_captures desc, site asc
limit $n_rows;
