-- One row a fingerprint of the day's sound documents. signature is a digest, equal where two documents sign alike.
--
-- reads   sound_captures, documents, fingerprints, methods
-- params  $day

with

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
)

select
    fingerprints.method_id,
    fingerprints.document_id,
    fingerprints.simhash,
    hash(fingerprints.simhash, fingerprints.simhash_high, fingerprints.minhash) as signature,
    row_number() over (
        partition by fingerprints.method_id, fingerprints.document_id
    ) > 1 as is_repeated,
    row_number() over (
        partition by fingerprints.method_id, documents.text_sha256
        order by fingerprints.document_id
    ) = 1 as is_first_of_text,
    coalesce(methods.status, 'retired') = 'retired' as is_method_unfit,
    fingerprints.simhash is null and fingerprints.minhash is null as is_unsigned,
    fingerprints.n_features < 1 as is_featureless,
    fingerprints.n_features < 10 as is_thin,
    coalesce(octet_length(fingerprints.minhash) % 4 <> 0, false)
    or coalesce(
        octet_length(fingerprints.minhash)
        <> max(octet_length(fingerprints.minhash)) over (partition by fingerprints.method_id),
        false
    ) as is_minhash_cut
from of_day
inner join fingerprints on of_day.document_id = fingerprints.document_id
inner join documents on of_day.document_id = documents.document_id
left join methods on fingerprints.method_id = methods.method_id;
