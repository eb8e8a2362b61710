-- Policies that wait for an answer, the newest first.
--
-- reads   policies

select
    policy_id,
    any_value(purpose) as purpose
from policies
where status = 'candidate'
group by policy_id
order by max(made_at) desc, policy_id asc;
