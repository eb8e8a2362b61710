-- How many of a day's captures have which outcome.
--
-- reads   captures
-- params  $day

select
    coalesce(outcome, 'none') as outcome,
    count(*) as n_captures
from captures
where day = $day
group by all
order by outcome;
