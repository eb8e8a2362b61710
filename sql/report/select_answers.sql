-- What people said about the warnings of a day and its sites, newest first.
--
-- reads   answers
-- params  $day, $top

select
    site,
    answer,
    actor,
    reason,
    answered_at
from answers
where day = $day
order by answered_at desc, site asc
limit $top;
