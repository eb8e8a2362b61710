-- The signatures of the sample, in the order of its numbers.
--
-- reads   sampled_documents, fingerprints
-- params  $method_id

select
    fingerprints.simhash,
    fingerprints.simhash_high,
    fingerprints.minhash
from sampled_documents
inner join fingerprints
    on sampled_documents.document_id = fingerprints.document_id and fingerprints.method_id = $method_id
order by sampled_documents.sample_number;
