-- Merge batches with their state, who answered and why, and what undid them: the newest first, those that wait on top.
--
-- reads   batch_states
-- params  $n_rows

select
    batch_id,
    kind,
    purpose,
    state,
    n_documents,
    n_clusters,
    gate,
    gate_reasons,
    planned_at,
    applied_at,
    applied_by,
    applied_because,
    is_approved,
    answered_by,
    note,
    answered_at,
    undone_at,
    undone_by,
    undone_because,
    count(*) over () as n_batches
from batch_states
where state <> 'replaced'
order by state = 'waiting' desc, coalesce(undone_at, applied_at, answered_at, planned_at) desc, batch_id asc
limit $n_rows;
