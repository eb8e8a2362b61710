-- Keep a day's figures against the days before it.
--
-- reads   new_drift_metrics (a registered frame)
-- writes  drift_metrics
-- params  $day, $run_id

insert into drift_metrics
select
    $day,
    $run_id,
    site,
    metric,
    figure,
    n_rows,
    n_days,
    usual,
    spread,
    is_low,
    is_high
from new_drift_metrics;
