-- The newest measurements of candidate recall up to a day, of each method and kind.
--
-- reads   recall_measurements
-- params  $day

with

newest as (
    select *
    from recall_measurements
    where day <= $day
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
