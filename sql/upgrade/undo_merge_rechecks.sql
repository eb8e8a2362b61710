-- Forget what was found when merges were looked at before.
--
-- writes  merge_rechecks
-- params  $purpose, $method_id

delete from merge_rechecks
where purpose = $purpose and method_id = $method_id;
