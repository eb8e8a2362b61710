-- Proposed clusters: every member with its role and the representative.
--
-- reads   proposed_clusters, documents

select
    proposed_clusters.purpose,
    proposed_clusters.method_id,
    proposed_clusters.cluster_id,
    proposed_clusters.document_id,
    proposed_clusters.representative_id,
    proposed_clusters.role,
    proposed_clusters.bridge_document_id,
    proposed_clusters.reason,
    documents.language,
    documents.title
from proposed_clusters
left join documents on proposed_clusters.document_id = documents.document_id
order by
    proposed_clusters.purpose,
    proposed_clusters.method_id,
    proposed_clusters.cluster_id,
    proposed_clusters.document_id;
