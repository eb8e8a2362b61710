-- Days that are put aside as a whole, which no candidate is tried on.
--
-- reads   quarantined

select distinct day
from quarantined
where site = ''
order by day;
