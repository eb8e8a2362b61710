-- How many merges in force the active methods contradict, that nobody has judged since.
--
-- reads   contradicted_merges

select count(*) as n_contradicted
from contradicted_merges;
