-- Forget figures of days before a day: nothing is compared with them any more.
--
-- writes  day_profiles
-- params  $before

delete from day_profiles
where day < $before
returning day;
