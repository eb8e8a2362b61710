-- Forget what was usual: figures of days that another version would measure otherwise. The next run of a day measures
-- the days before it anew, so that no drift is told that is only the new version's.
--
-- writes  day_profiles
-- params  $days (null: all)

delete from day_profiles
where $days is null or list_contains($days, day);
