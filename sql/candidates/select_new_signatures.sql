-- The signatures of the new documents.
--
-- reads   new_documents, fingerprints
-- params  $method_id

select
    new_documents.document_id,
    fingerprints.simhash,
    fingerprints.simhash_high,
    fingerprints.minhash,
    fingerprints.n_features
from new_documents
inner join fingerprints
    on new_documents.document_id = fingerprints.document_id and fingerprints.method_id = $method_id;
