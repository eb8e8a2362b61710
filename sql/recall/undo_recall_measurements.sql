-- Take back a day's measurements of a method, to be replaced by newer ones.
--
-- writes  recall_measurements
-- params  $method_id, $day

delete from recall_measurements
where method_id = $method_id and day = $day;
