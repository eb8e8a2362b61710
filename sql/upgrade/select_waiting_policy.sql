-- The policy of a method that waits for an answer, if any.
--
-- reads   policies
-- params  $purpose, $method_id

select distinct policy_id
from policies
where purpose = $purpose and method_id = $method_id and status = 'candidate'
order by policy_id;
