-- Stored batches whose id begins like this.
--
-- reads   merge_batches
-- params  $batch_id

select
    batch_id,
    kind,
    purpose,
    method_id,
    n_clusters,
    n_documents
from merge_batches
where starts_with(batch_id, $batch_id)
limit 2;
