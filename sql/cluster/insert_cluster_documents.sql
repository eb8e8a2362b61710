-- The documents of the edges, numbered in order of preference: the most complete first, ties by id. Number 0 would
-- represent any other. The hubs of candidate pairs follow the same rule.
--
-- reads   cluster_edges, documents
-- writes  cluster_documents (temporary)

create or replace temp table cluster_documents as
with

named as (
    select document_id_l as document_id
    from cluster_edges
    union
    select document_id_r as document_id
    from cluster_edges
)

select
    cast(
        row_number() over (order by documents.n_characters desc, documents.document_id asc) - 1 as integer
    ) as document_number,
    documents.document_id,
    documents.n_characters
from documents
where documents.document_id in (select named.document_id from named);
