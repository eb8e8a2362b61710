-- A temporary table in the place of documents: planted copies with the facts of their origins, beside their neighbours.
--
-- reads   documents, canary_neighbours, planted_documents (registered)
-- writes  documents (temporary)

create temp table documents as
select
    documents.document_id,
    documents.sku,
    documents.price,
    documents.currency,
    documents.n_characters
from documents
where documents.document_id in (select canary_neighbours.document_id from canary_neighbours)
union all
select
    planted_documents.document_id,
    documents.sku,
    documents.price,
    documents.currency,
    planted_documents.n_characters
from planted_documents
inner join documents on planted_documents.origin_id = documents.document_id;
