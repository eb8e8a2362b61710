-- Store what a batch would do to each document; a batch planned before stays as it is.
--
-- reads   planned_members, planned_footprints (temporary)
-- writes  planned_merges
-- params  $batch_id

insert into planned_merges (
    batch_id, cluster_id, document_id, representative_before, representative_after, footprint_sha256, evidence
)
select
    $batch_id,
    planned_members.cluster_id,
    planned_members.document_id,
    planned_members.representative_before,
    planned_members.representative_after,
    planned_footprints.footprint_sha256,
    planned_members.evidence
from planned_members
inner join planned_footprints on planned_members.cluster_id = planned_footprints.cluster_id
where
    not exists (
        select 1
        from planned_merges
        where planned_merges.batch_id = $batch_id
    )
order by planned_members.cluster_id, planned_members.document_id;
