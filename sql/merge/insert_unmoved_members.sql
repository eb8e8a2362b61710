-- What a batch would do to the documents of its clusters that have not moved, exactly as it was planned.
--
-- reads   planned_merges, moved_clusters (temporary)
-- writes  planned_members (temporary)
-- params  $batch_id

create or replace temp table planned_members as
select
    document_id,
    representative_before,
    representative_after,
    evidence,
    cluster_id,
    false as is_doubtful
from planned_merges
where
    batch_id = $batch_id
    and cluster_id not in (
        select cluster_id
        from moved_clusters
    );
