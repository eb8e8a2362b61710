-- The signatures of the outstanding documents, in the order of their numbers.
--
-- reads   outstanding_documents, fingerprints
-- params  $method_id

select
    fingerprints.simhash,
    fingerprints.simhash_high,
    fingerprints.minhash
from outstanding_documents
inner join fingerprints
    on outstanding_documents.document_id = fingerprints.document_id and fingerprints.method_id = $method_id
order by outstanding_documents.document_number;
