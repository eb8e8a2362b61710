-- State of one policy.
--
-- reads   policies
-- params  $policy_id

select distinct
    status,
    purpose,
    method_id
from policies
where policy_id = $policy_id;
