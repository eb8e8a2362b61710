-- Let go of the rows of one retired method.
--
-- writes  page_fingerprints
-- params  $method_id

delete from page_fingerprints
where method_id = $method_id;
