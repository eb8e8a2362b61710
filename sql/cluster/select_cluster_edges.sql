-- The edges as numbers.
--
-- reads   cluster_edges, cluster_documents

select
    documents_l.document_number as number_l,
    documents_r.document_number as number_r,
    cluster_edges.is_merge
from cluster_edges
inner join cluster_documents as documents_l on cluster_edges.document_id_l = documents_l.document_id
inner join cluster_documents as documents_r on cluster_edges.document_id_r = documents_r.document_id;
