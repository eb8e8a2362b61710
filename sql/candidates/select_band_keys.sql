-- The index keys of the joined documents, to be joined in memory.
--
-- reads   joined_documents, fingerprint_bands
-- params  $method_id

select
    joined_documents.document_number,
    fingerprint_bands.band_index,
    fingerprint_bands.band_key
from fingerprint_bands
inner join joined_documents on fingerprint_bands.document_id = joined_documents.document_id
where fingerprint_bands.method_id = $method_id;
