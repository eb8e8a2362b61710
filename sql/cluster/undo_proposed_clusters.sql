-- Take back the rows of documents whose place in a cluster has changed or gone.
--
-- reads   wanted_clusters
-- writes  proposed_clusters
-- params  $purpose, $method_id

delete from proposed_clusters
where
    purpose = $purpose
    and method_id = $method_id
    and not exists (
        select 1
        from wanted_clusters
        where
            wanted_clusters.document_id = proposed_clusters.document_id
            and wanted_clusters.cluster_id = proposed_clusters.cluster_id
            and wanted_clusters.reason = proposed_clusters.reason
            and wanted_clusters.representative_id = proposed_clusters.representative_id
            and wanted_clusters.role = proposed_clusters.role
            and coalesce(wanted_clusters.bridge_document_id, '') = coalesce(proposed_clusters.bridge_document_id, '')
    );
