-- The policy that the newest calibration of a purpose and method led to, whatever people answered.
--
-- reads   calibrations
-- params  $purpose, $method_id

select policy_id
from calibrations
where purpose = $purpose and method_id = $method_id and policy_id <> ''
order by made_at desc, calibration_id asc
limit 1;
