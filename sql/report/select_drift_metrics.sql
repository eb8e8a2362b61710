-- A day's figures over all sites, and those of single sites that are out of the usual.
--
-- reads   drift_metrics
-- params  $day, $top

select
    site,
    metric,
    figure,
    usual,
    spread,
    n_rows,
    n_days,
    is_low,
    is_high
from drift_metrics
where day = $day and (site = '' or is_low or is_high)
order by site <> '', site, metric
limit $top;
