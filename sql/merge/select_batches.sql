-- Batches with their state, newest first.
--
-- reads   batch_states

select
    batch_states.batch_id,
    batch_states.purpose,
    batch_states.kind,
    batch_states.state,
    batch_states.n_documents,
    batch_states.n_clusters,
    batch_states.planned_at::timestamp(0) as planned_at,
    coalesce(batch_states.applied_by, batch_states.answered_by, '') as actor,
    array_to_string(batch_states.gate_reasons, '; ') as reasons
from batch_states
order by batch_states.planned_at desc, batch_states.batch_id asc
limit 200;
