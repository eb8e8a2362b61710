-- Every document that stays in the index, as if it came now: all of them are contested and joined again.
--
-- reads   indexed_documents, gone_documents, documents
-- writes  new_documents (temporary)
-- params  $method_id

create or replace temp table new_documents as
select
    indexed_documents.document_id,
    indexed_documents.fingerprint_key,
    documents.sku,
    documents.price,
    documents.currency,
    documents.n_characters
from indexed_documents
inner join documents on indexed_documents.document_id = documents.document_id
where
    indexed_documents.method_id = $method_id
    and indexed_documents.document_id not in (select gone_documents.document_id from gone_documents);
