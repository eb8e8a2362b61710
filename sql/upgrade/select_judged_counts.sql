-- How many merges in force a method has looked at, and how many of them it contradicts.
--
-- reads   judged_merges (temporary)

select
    count(*) as n_merges,
    count(*) filter (where is_contradicted) as n_contradicted
from judged_merges;
