-- The footprint of each planned cluster: a checksum of all that it rests on.
--
-- reads   planned_members (temporary)
-- writes  planned_footprints (temporary)
-- params  $is_doubtful (only clusters of which the gate has doubts, or has none; null: all)

create or replace temp table planned_footprints as
select
    cluster_id,
    count(*) as n_documents,
    sha256(
        string_agg(
            footprint_of(document_id, representative_before, representative_after, evidence), ''
            order by document_id
        )
    ) as footprint_sha256
from planned_members
where $is_doubtful is null or is_doubtful = $is_doubtful
group by cluster_id;
