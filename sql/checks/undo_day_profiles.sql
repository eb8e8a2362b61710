-- Forget a day's figures of one stage, because they are measured anew.
--
-- writes  day_profiles
-- params  $day, $metrics

delete from day_profiles
where day = $day and list_contains($metrics, metric);
