-- Take back the index keys of documents that leave the index: they follow from the stored signatures.
--
-- reads   gone_documents
-- writes  fingerprint_bands
-- params  $method_id

delete from fingerprint_bands
where
    method_id = $method_id
    and document_id in (select gone_documents.document_id from gone_documents);
