-- Mark planned clusters of which the gate has doubts.
--
-- reads   gate_doubts (temporary)
-- writes  planned_members (temporary)

update planned_members
set is_doubtful = true
where
    cluster_id in (
        select gate_doubts.cluster_id
        from gate_doubts
        where gate_doubts.cluster_id is not null
    );
