-- Forget what an earlier run of the day saw of some metrics.
--
-- writes  drift_metrics
-- params  $day, $metrics

delete from drift_metrics
where day = $day and list_contains($metrics, metric);
