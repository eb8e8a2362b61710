-- The signatures of the new documents, read by their place, so that those of earlier days are not.
--
-- reads   new_documents, fingerprints
-- params  $method_id

with

places as (
    select fingerprints.rowid as place
    from fingerprints
    semi join new_documents on fingerprints.document_id = new_documents.document_id
    where fingerprints.method_id = $method_id
)

select
    fingerprints.document_id,
    fingerprints.simhash,
    fingerprints.simhash_high,
    fingerprints.minhash,
    fingerprints.n_features
from places
inner join fingerprints on places.place = fingerprints.rowid;
