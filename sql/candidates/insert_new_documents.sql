-- Sound documents of a day that the candidate index does not hold yet, with the key of their whole signature.
-- A SimHash of few features says too little: such a document is indexed only if it has minima.
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
        document_id,
        simhash,
        simhash_high,
        minhash
    from fingerprints
    where
        method_id = $method_id
        and (minhash is not null or (simhash is not null and n_features >= $min_features))
)

select
    signed.document_id,
    cast(
        md5_number_lower(concat_ws(' ', signed.simhash, signed.simhash_high, md5(signed.minhash))) >> 1 as bigint
    ) as fingerprint_key,
    documents.sku,
    documents.price,
    documents.currency,
    documents.n_characters
from signed
inner join of_day on signed.document_id = of_day.document_id
inner join documents on signed.document_id = documents.document_id
where
    not exists (
        select 1
        from indexed_documents
        where indexed_documents.method_id = $method_id and indexed_documents.document_id = signed.document_id
    );
