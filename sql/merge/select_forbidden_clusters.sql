-- Planned clusters that hold a pair which people have forbidden to merge since.
--
-- reads   planned_merges, merge_batches, forbidden_pairs
-- params  $batch_id

select distinct planned_l.cluster_id
from merge_batches
inner join forbidden_pairs on merge_batches.purpose = forbidden_pairs.purpose
inner join planned_merges as planned_l
    on
        merge_batches.batch_id = planned_l.batch_id
        and forbidden_pairs.document_id_l = planned_l.document_id
inner join planned_merges as planned_r
    on
        merge_batches.batch_id = planned_r.batch_id
        and forbidden_pairs.document_id_r = planned_r.document_id
where
    merge_batches.batch_id = $batch_id
    and planned_l.cluster_id = planned_r.cluster_id;
