-- Days with captures that have no outcome yet.
--
-- reads   captures

select distinct day
from captures
where outcome is null
order by day;
