-- A day's figures beside those of the days before it: what is usual (median), how much it varies (median absolute
-- deviation, scaled to a standard deviation), and whether this day is out of both that and a change that matters.
-- Weeks have a shape: the number of captures is compared with the same weekdays, once there are two of them, and any
-- other figure must be out of both the usual of all days and that of the same weekdays. A site that did not come on a
-- day has 0 captures. Mixes are compared by their population stability index against the window;
-- what chance gives in so few rows (chi-square: mean and five standard deviations) is allowed for.
--
-- reads   day_profiles, quarantined
-- params  $day, $n_days (window), $min_days, $min_rows, $spreads (how many of them are out), $metrics, $group_from

with

listed (metric, is_ratio, least_spread, least_fall, least_rise) as (
    values
    -- metric, is compared by ratio, least spread, least change downwards and upwards
    ('captures', true, 0.05, ln(1 / 0.6), ln(3)),
    ('tokens', true, 0.05, ln(1.6), ln(1.6)),
    ('extraction_ms', true, 0.1, null, ln(3)),
    ('content_share', false, 0.01, 0.15, null),
    ('empty_share', false, 0.01, null, 0.1),
    ('own_share', false, 0.01, 0.2, null),
    ('outcome_mix', false, 0.02, null, 0.25),
    ('language_mix', false, 0.02, null, 0.25),
    ('kind_mix', false, 0.02, null, 0.25),
    ('tokens_mix', false, 0.02, null, 0.25),
    ('largest_group', true, 0.2, null, ln(3)),
    ('grouped_share', false, 0.02, null, 0.2)
),

rules as (
    select *
    from listed
    where list_contains($metrics, metric)
),

known as (
    select day_profiles.*
    from day_profiles
    where
        day_profiles.day between $day::date - $n_days::integer and $day
        and list_contains($metrics, day_profiles.metric)
        and (
            day_profiles.day = $day
            or not exists (
                select 1
                from quarantined
                where quarantined.day = day_profiles.day and quarantined.site in ('', day_profiles.site)
            )
        )
        and (day_profiles.metric in ('captures', 'largest_group') or day_profiles.n_rows >= $min_rows)
),

crawled_days as (
    select day
    from known
    where metric = 'captures' and site = ''
),

site_starts as (
    select
        site,
        min(day) as first_day
    from known
    where metric = 'captures'
    group by site
),

beginnings as (
    select min(day) as first_day
    from crawled_days
),

-- Sites that came within the window bring their own mix into that of all sites: it is silent about that day.
newcomers as (
    select
        coalesce(
            sum(known.figure) filter (where site_starts.first_day > beginnings.first_day + 7) / sum(known.figure), 0
        ) as portion
    from known
    inner join site_starts on known.site = site_starts.site
    cross join beginnings
    where known.metric = 'captures' and known.day = $day and known.site <> ''
),

absences as (
    select
        crawled_days.day,
        site_starts.site,
        'captures' as metric,
        0.0 as figure,
        0 as n_rows
    from site_starts
    inner join crawled_days on site_starts.first_day < crawled_days.day
    where
        not exists (
            select 1
            from day_profiles
            where
                day_profiles.day = crawled_days.day
                and day_profiles.site = site_starts.site
                and day_profiles.metric = 'captures'
        )
),

shares as (
    select
        day,
        site,
        metric,
        part,
        n_rows,
        figure / n_rows as portion
    from known
    where part <> ''
),

mixed_days as (
    select
        day,
        site,
        metric,
        any_value(n_rows) as n_rows
    from shares
    group by day, site, metric
),

window_sizes as (
    select
        site,
        metric,
        count(*) as n_days
    from mixed_days
    where day < $day
    group by site, metric
),

parts as (
    select
        shares.site,
        shares.metric,
        shares.part,
        coalesce(sum(shares.portion) filter (where shares.day < $day), 0)
        / any_value(window_sizes.n_days) as usual_share
    from shares
    inner join window_sizes on shares.site = window_sizes.site and shares.metric = window_sizes.metric
    group by shares.site, shares.metric, shares.part
),

floored as (
    select
        mixed_days.day,
        mixed_days.site,
        mixed_days.metric,
        mixed_days.n_rows,
        greatest(coalesce(shares.portion, 0), 0.005) as portion,
        greatest(parts.usual_share, 0.005) as usual_share
    from mixed_days
    inner join parts on mixed_days.site = parts.site and mixed_days.metric = parts.metric
    left join shares
        on
            mixed_days.day = shares.day
            and mixed_days.site = shares.site
            and mixed_days.metric = shares.metric
            and parts.part = shares.part
),

figures as (
    select
        day,
        site,
        metric,
        figure,
        n_rows,
        1 as n_parts
    from known
    where part = ''
    union all
    select
        day,
        site,
        metric,
        figure,
        n_rows,
        1 as n_parts
    from absences
    union all
    select
        day,
        site,
        metric,
        sum((portion - usual_share) * ln(portion / usual_share)) as figure,
        any_value(n_rows) as n_rows,
        count(*) as n_parts
    from floored
    group by day, site, metric
),

scaled as (
    select
        figures.*,
        rules.* exclude (metric),
        if(rules.is_ratio, ln(figures.figure + 1), figures.figure) as x,
        isodow(figures.day) as iso_weekday,
        figures.day < $day as is_past
    from figures
    inner join rules on figures.metric = rules.metric
),

medians as (
    select
        *,
        median(x) filter (where is_past) over (partition by site, metric) as median_of_days,
        median(x) filter (where is_past) over (partition by site, metric, iso_weekday) as median_of_weekday,
        count(*) filter (where is_past) over (partition by site, metric) as n_past,
        count(*) filter (where is_past) over (partition by site, metric, iso_weekday) as n_weekday
    from scaled
),

expected as (
    select
        * exclude (median_of_weekday),
        if(metric = 'captures' and n_weekday >= 2, median_of_weekday, median_of_days) as usual_x,
        if(n_weekday >= 2, median_of_weekday, median_of_days) as weekday_x
    from medians
),

spreads as (
    select
        *,
        greatest(
            1.4826 * median(abs(x - usual_x)) filter (where is_past) over (partition by site, metric), least_spread
        ) as spread_x
    from expected
),

judged as (
    select
        *,
        -- the median of few days is itself uncertain, and the days lie nearer to it than another one will
        $spreads * spread_x
        * if(metric = 'captures' and n_weekday >= 2, sqrt((n_weekday + 1) / (n_weekday - 1)), 1) as out_from,
        least(usual_x, weekday_x) - x as fall,
        x - greatest(usual_x, weekday_x) as rise,
        (n_parts - 1 + 5 * sqrt(2 * (n_parts - 1))) / greatest(n_rows, 1) as by_chance,
        n_past >= $min_days
        and (metric <> 'captures' or exp(usual_x) > $min_rows)
        and (metric <> 'largest_group' or figure >= $group_from)
        and (site <> '' or metric not like '%_mix' or newcomers.portion < 0.05) as is_judged
    from spreads
    cross join newcomers
    where not is_past
)

select
    site,
    metric,
    figure,
    n_rows,
    n_past as n_days,
    case when n_past >= $min_days then if(is_ratio, exp(usual_x) - 1, usual_x) end as usual,
    case when n_past >= $min_days then spread_x end as spread,
    coalesce(is_judged and fall > out_from and fall > least_fall, false) as is_low,
    coalesce(is_judged and rise > out_from and rise > least_rise + by_chance, false) as is_high
from judged
order by site, metric;
