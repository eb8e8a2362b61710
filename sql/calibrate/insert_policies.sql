-- Enter a policy; one that is there already stays as it is.
--
-- reads   new_policies (registered by the caller)
-- writes  policies

insert into policies by name
select *
from new_policies
on conflict do nothing
returning policy_id;
