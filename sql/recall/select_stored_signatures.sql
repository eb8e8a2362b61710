-- Every stored signature, once: those of the hubs.
--
-- reads   indexed_documents, fingerprints
-- params  $method_id

select
    fingerprints.document_id,
    fingerprints.simhash,
    fingerprints.simhash_high,
    fingerprints.minhash
from fingerprints
where
    fingerprints.method_id = $method_id
    and fingerprints.document_id in (
        select indexed_documents.document_id
        from indexed_documents
        where indexed_documents.method_id = $method_id and indexed_documents.is_hub
    );
