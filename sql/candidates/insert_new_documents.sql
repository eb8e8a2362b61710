-- Sound documents of a day that the candidate index does not hold yet, with the key of their whole signature.
-- A SimHash of few features says too little: such a document is indexed only if it has minima. Signatures are read by
-- their place, so that those of earlier days are not.
--
-- reads   sound_captures, fingerprints, documents, indexed_documents
-- writes  new_documents (temporary)
-- params  $method_id, $day, $min_features

create or replace temp table new_documents as
with

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
),

signed as (
    select
        fingerprints.rowid as place,
        fingerprints.document_id
    from fingerprints
    semi join of_day on fingerprints.document_id = of_day.document_id
    where
        fingerprints.method_id = $method_id
        and (
            fingerprints.minhash is not null
            or (fingerprints.simhash is not null and fingerprints.n_features >= $min_features)
        )
        and not exists (
            select 1
            from indexed_documents
            where
                indexed_documents.method_id = $method_id and indexed_documents.document_id = fingerprints.document_id
        )
)

select
    signed.document_id,
    cast(
        md5_number_lower(
            concat_ws(' ', fingerprints.simhash, fingerprints.simhash_high, md5(fingerprints.minhash))
        ) >> 1 as bigint
    ) as fingerprint_key,
    documents.sku,
    documents.price,
    documents.currency,
    documents.n_characters
from signed
inner join fingerprints on signed.place = fingerprints.rowid
inner join documents on signed.document_id = documents.document_id;
