-- Let go of the rows of one retired method.
--
-- writes  hot_buckets
-- params  $method_id

delete from hot_buckets
where method_id = $method_id;
