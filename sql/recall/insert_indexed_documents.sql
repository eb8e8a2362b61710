-- A temporary table in the place of indexed_documents: the index as the planted copies find it.
--
-- reads   indexed_documents, canary_neighbours
-- writes  indexed_documents (temporary)
-- params  $method_id

create temp table indexed_documents as
select *
from indexed_documents
where method_id = $method_id and document_id in (select canary_neighbours.document_id from canary_neighbours);
