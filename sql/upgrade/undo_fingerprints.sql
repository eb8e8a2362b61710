-- Let go of the rows of one retired method.
--
-- writes  fingerprints
-- params  $method_id

delete from fingerprints
where method_id = $method_id;
