-- (day, site) pairs put aside now: the newest row decides. An empty site stands for the whole day.

create or replace view quarantined as
select
    day,
    site,
    reason,
    state
from quarantines
qualify row_number() over (partition by day, site order by set_at desc, state desc) = 1 and state <> 'released';
