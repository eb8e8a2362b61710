-- One row a fingerprint of the day's sound documents, under the methods in use and those that nobody knows: candidates
-- and former versions say nothing about the day. signature is a digest, equal where two documents sign alike.
--
-- reads   sound_captures, documents, fingerprints, methods
-- params  $day

with

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
),

stored as (
    select
        documents.document_id,
        row_number() over (partition by documents.text_sha256 order by documents.document_id) = 1 as is_first_of_text
    from documents
    inner join of_day on documents.document_id = of_day.document_id
),

signed as (
    select
        fingerprints.method_id,
        fingerprints.document_id,
        fingerprints.simhash,
        hash(fingerprints.simhash, fingerprints.simhash_high, fingerprints.minhash) as signature,
        hash(fingerprints.method_id, fingerprints.document_id) as fingerprint_key,
        stored.is_first_of_text,
        fingerprints.simhash is null and fingerprints.minhash is null as is_unsigned,
        fingerprints.n_features < 1 as is_featureless,
        fingerprints.n_features < 10 as is_thin,
        octet_length(fingerprints.minhash) as n_bytes
    from fingerprints
    inner join stored on fingerprints.document_id = stored.document_id
),

repeated as (
    select fingerprint_key
    from signed
    group by fingerprint_key
    having count(*) > 1
),

lengths as (
    select
        method_id,
        max(n_bytes) as n_bytes
    from signed
    group by method_id
)

select
    signed.method_id,
    signed.document_id,
    signed.simhash,
    signed.signature,
    signed.is_first_of_text,
    signed.is_unsigned,
    signed.is_featureless,
    signed.is_thin,
    signed.fingerprint_key in (select repeated.fingerprint_key from repeated) as is_repeated,
    methods.method_id is null as is_method_unfit,
    coalesce(signed.n_bytes % 4 <> 0 or signed.n_bytes <> lengths.n_bytes, false) as is_minhash_cut
from signed
inner join lengths on signed.method_id = lengths.method_id
left join methods on signed.method_id = methods.method_id
where coalesce(methods.status, 'active') = 'active'
order by signed.method_id, signed.document_id;
