-- Let go of the rows of one retired method.
--
-- writes  candidate_pairs
-- params  $method_id

delete from candidate_pairs
where method_id = $method_id;
