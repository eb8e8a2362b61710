-- Store what a batch would do to each document.
--
-- reads   new_merges (registered by the caller)
-- writes  planned_merges
-- params  $batch_id

insert into planned_merges (
    cluster_id, document_id, representative_before, representative_after, footprint_sha256, evidence, batch_id
)
select
    cluster_id,
    document_id,
    representative_before,
    representative_after,
    footprint_sha256,
    evidence,
    $batch_id
from new_merges
on conflict do nothing;
