-- The batch that the planned clusters make: named after their footprints. No row when there is nothing to merge.
--
-- reads   planned_footprints (temporary)
-- params  $purpose, $method_id

select
    sha256(
        prefixed($purpose) || prefixed($method_id)
        || string_agg(footprint_sha256, '' order by footprint_sha256)
    ) as batch_id,
    count(*) as n_clusters,
    cast(sum(n_documents) - count(*) as bigint) as n_documents
from planned_footprints
having count(*) > 0;
