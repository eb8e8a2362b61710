-- Forget figures of days before a day: nothing is compared with them any more.
--
-- writes  drift_metrics
-- params  $before

delete from drift_metrics
where day < $before
returning day;
