-- The footprint of each planned cluster: a checksum of all that it rests on.
--
-- reads   planned_members (temporary)
-- writes  planned_footprints (temporary)

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
group by cluster_id;
