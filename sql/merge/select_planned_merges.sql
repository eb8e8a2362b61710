-- What a batch would do, document by document.
--
-- reads   planned_merges
-- params  $batch_id

select
    cluster_id,
    document_id,
    representative_before,
    representative_after,
    evidence
from planned_merges
where batch_id = $batch_id
order by cluster_id, document_id;
