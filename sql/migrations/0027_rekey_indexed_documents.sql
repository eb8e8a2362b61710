-- The key of a whole signature is a digest of its minima: that of documents indexed before is made anew.

update indexed_documents
set
    fingerprint_key = cast(
        md5_number_lower(
            concat_ws(' ', fingerprints.simhash, fingerprints.simhash_high, md5(fingerprints.minhash))
        ) >> 1 as bigint
    )
from fingerprints
where
    indexed_documents.method_id = fingerprints.method_id
    and indexed_documents.document_id = fingerprints.document_id;
