-- One entry a cluster of a batch, to be appended to the ledger.
--
-- reads   planned_merges, merge_batches
-- writes  new_entries (temporary)
-- params  $batch_id, $actor, $reason

create or replace temp table new_entries as
select
    row_number() over (order by planned_merges.cluster_id) as entry_order,
    merge_batches.kind as action,
    merge_batches.purpose,
    planned_merges.batch_id,
    planned_merges.cluster_id,
    cast(null as bigint) as undoes_position,
    $actor as actor,
    $reason as reason,
    '{' || string_agg(
        cast(to_json(planned_merges.document_id) as varchar) || ': ' || planned_merges.evidence, ', '
        order by planned_merges.document_id
    ) || '}' as evidence
from planned_merges
inner join merge_batches on planned_merges.batch_id = merge_batches.batch_id
where planned_merges.batch_id = $batch_id
group by planned_merges.cluster_id, planned_merges.batch_id, merge_batches.kind, merge_batches.purpose;
