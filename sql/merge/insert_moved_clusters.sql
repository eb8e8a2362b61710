-- Planned clusters whose documents, edges, labels, constraints or policy are no longer as planned, or that now hold a
-- pair which people have forbidden. A change of representative also moves when others have joined the cluster since.
--
-- reads   planned_merges, merge_batches, merged_documents, merge_evidence, forbidden_pairs
-- writes  moved_clusters (temporary)
-- params  $batch_id

create or replace temp table moved_clusters as
with

batch as (
    select *
    from merge_batches
    where batch_id = $batch_id
),

planned as (
    select
        planned_merges.*,
        max(planned_merges.representative_after) over (partition by planned_merges.cluster_id) as standing_id,
        batch.purpose,
        batch.method_id
    from planned_merges
    inner join batch on planned_merges.batch_id = batch.batch_id
),

present as (
    select
        planned.cluster_id,
        min(planned.footprint_sha256) as planned_sha256,
        sha256(
            string_agg(
                footprint_of(
                    planned.document_id,
                    merged_documents.representative_id,
                    planned.representative_after,
                    case
                        when planned.document_id = planned.standing_id then planned.evidence
                        when planned.representative_after is null
                            then coalesce(merge_evidence.evidence, planned.evidence)
                        else merge_evidence.evidence
                    end
                ), ''
                order by planned.document_id
            )
        ) as present_sha256
    from planned
    left join merged_documents
        on
            planned.purpose = merged_documents.purpose
            and planned.document_id = merged_documents.document_id
    left join merge_evidence
        on
            planned.purpose = merge_evidence.purpose
            and planned.method_id = merge_evidence.method_id
            and merge_evidence.document_id_l = least(planned.document_id, planned.standing_id)
            and merge_evidence.document_id_r = greatest(planned.document_id, planned.standing_id)
    group by planned.cluster_id
),

joined as (
    select planned.cluster_id
    from planned
    inner join batch on planned.batch_id = batch.batch_id
    inner join merged_documents
        on
            planned.purpose = merged_documents.purpose
            and planned.representative_before = merged_documents.representative_id
    where
        batch.kind = 'change_representative'
        and merged_documents.document_id not in (select planned.document_id from planned)
)

select cluster_id
from present
where planned_sha256 <> present_sha256
union
select cluster_id
from joined
union
select planned_l.cluster_id
from forbidden_pairs
inner join planned as planned_l
    on
        forbidden_pairs.purpose = planned_l.purpose
        and forbidden_pairs.document_id_l = planned_l.document_id
inner join planned as planned_r
    on
        forbidden_pairs.document_id_r = planned_r.document_id
        and planned_l.cluster_id = planned_r.cluster_id;
