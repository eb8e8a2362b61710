-- Whether there is anything that can turn a pair into a merge, or part one: an active policy, a label, a constraint.
--
-- reads   policies, labels, constraints

select
    exists (
        select 1
        from policies
        where status = 'active'
    )
    or exists (select 1 from labels)
    or exists (select 1 from constraints) as is_wanted;
