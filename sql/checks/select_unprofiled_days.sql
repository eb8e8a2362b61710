-- Days of the window before a day that have captures and no figures of one stage yet.
--
-- reads   captures, day_profiles
-- params  $day, $n_days, $metric (one that every profiled day has)

select distinct captures.day
from captures
where
    captures.day between $day::date - $n_days::integer and $day::date - 1
    and not exists (
        select 1
        from day_profiles
        where day_profiles.day = captures.day and day_profiles.metric = $metric
    )
order by captures.day;
