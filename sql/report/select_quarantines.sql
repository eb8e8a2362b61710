-- What of a day is or was put aside, and since when: the newest entry of each site.
--
-- reads   quarantines
-- params  $day

select
    site,
    state,
    actor,
    reason,
    set_at
from quarantines
where day = $day
qualify row_number() over (partition by site order by set_at desc, state desc) = 1
order by state = 'released', site;
