-- Days and sites that their checks hold and nobody has answered for, the newest first.
--
-- reads   quarantined

select
    day,
    site,
    reason
from quarantined
where state = 'held'
order by day desc, site asc;
