-- Captures by outcome before and after.
--
-- reads   text_changes (temporary)

select
    outcome_old,
    outcome_new,
    sum(n_captures)::bigint as n_captures
from text_changes
group by outcome_old, outcome_new
order by outcome_old, outcome_new;
