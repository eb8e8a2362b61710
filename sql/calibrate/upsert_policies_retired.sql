-- Retire a candidate that was not approved.
--
-- reads   policies
-- writes  policies
-- params  $policy_id

update policies
set status = 'retired'
where policy_id = $policy_id and status = 'candidate'
returning policy_id;
