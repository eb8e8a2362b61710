-- Let go of the rows of one retired method.
--
-- writes  fingerprint_bands
-- params  $method_id

delete from fingerprint_bands
where method_id = $method_id;
