-- The effects of one merge entry a cluster of a batch.
--
-- reads   planned_merges
-- writes  new_effects (temporary)
-- params  $batch_id

create or replace temp table new_effects as
select
    dense_rank() over (order by cluster_id) as entry_order,
    document_id,
    representative_before,
    representative_after
from planned_merges
where batch_id = $batch_id;
