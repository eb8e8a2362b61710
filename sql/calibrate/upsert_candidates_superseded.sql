-- Retire candidates that a newer calibration replaces.
--
-- reads   policies
-- writes  policies
-- params  $purpose, $method_id, $waiting

update policies
set status = 'retired'
where purpose = $purpose and method_id = $method_id and status = 'candidate' and policy_id <> $waiting
returning policy_id;
