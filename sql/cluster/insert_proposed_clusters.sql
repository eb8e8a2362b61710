-- Enter the documents that have no row yet.
--
-- reads   wanted_clusters
-- writes  proposed_clusters, one row per (purpose, method, document)
-- params  $purpose, $method_id, $run_id

insert into proposed_clusters
select
    $purpose,
    $method_id,
    cluster_id,
    document_id,
    representative_id,
    role,
    bridge_document_id,
    reason,
    $run_id
from wanted_clusters
where
    not exists (
        select 1
        from proposed_clusters
        where
            proposed_clusters.purpose = $purpose
            and proposed_clusters.method_id = $method_id
            and proposed_clusters.document_id = wanted_clusters.document_id
    );
