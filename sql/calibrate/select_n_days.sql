-- Over how many crawl days the stored pairs were found.
--
-- reads   captures

select greatest(count(distinct day), 1) as n_days
from captures;
