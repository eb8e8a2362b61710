-- The newest quarantine entry of each site of a day; the empty site stands for the whole day.
--
-- reads   quarantines
-- params  $day

select
    site,
    state,
    actor,
    reason,
    content_sha256,
    unchecked
from quarantines
where day = $day
qualify row_number() over (partition by site order by set_at desc, state desc) = 1
order by site;
