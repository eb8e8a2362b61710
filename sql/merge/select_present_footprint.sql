-- What a batch's documents rest on at present, beside the footprint that was planned.
--
-- reads   planned_merges, merge_batches, merged_documents, merge_evidence
-- params  $batch_id

select
    planned_merges.cluster_id,
    planned_merges.document_id,
    merged_documents.representative_id as representative_before,
    planned_merges.representative_after,
    merge_evidence.evidence,
    planned_merges.footprint_sha256
from planned_merges
inner join merge_batches on planned_merges.batch_id = merge_batches.batch_id
left join merged_documents
    on
        merge_batches.purpose = merged_documents.purpose
        and planned_merges.document_id = merged_documents.document_id
left join merge_evidence
    on
        merge_batches.purpose = merge_evidence.purpose
        and merge_batches.method_id = merge_evidence.method_id
        and merge_evidence.document_id_l = least(planned_merges.document_id, planned_merges.representative_after)
        and merge_evidence.document_id_r = greatest(planned_merges.document_id, planned_merges.representative_after)
where planned_merges.batch_id = $batch_id;
