-- One policy in force a purpose and method: the named one becomes active, all others but a waiting one are retired.
--
-- reads   policies
-- writes  policies
-- params  $purpose, $method_id, $policy_id, $waiting

update policies
set status = case when policy_id = $policy_id then 'active' else 'retired' end
where
    purpose = $purpose
    and method_id = $method_id
    and policy_id <> $waiting
    and status is distinct from case when policy_id = $policy_id then 'active' else 'retired' end
returning policy_id;
