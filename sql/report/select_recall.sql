-- The newest measurements of candidate recall up to a day, of each method in use and kind.
--
-- reads   recall_measurements
-- params  $day, $method_ids

with

newest as (
    select *
    from recall_measurements
    where day <= $day and list_contains($method_ids, method_id)
    qualify dense_rank() over (partition by method_id, kind order by measured_at desc) = 1
)

select
    method_id,
    kind,
    language,
    edit_kind,
    measure,
    threshold,
    n_sampled,
    n_true,
    n_found,
    recall,
    lower,
    upper,
    day
from newest
order by method_id asc, kind desc, language asc, edit_kind asc;
