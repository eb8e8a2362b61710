-- How much a method keeps: rows, and bytes of signatures and keys before compression.
--
-- reads   fingerprints, page_fingerprints, fingerprint_bands, candidate_pairs, verified_pairs
-- params  $method_id

with

signatures as (
    select
        simhash,
        simhash_high,
        minhash
    from fingerprints
    where method_id = $method_id
    union all
    select
        simhash,
        simhash_high,
        minhash
    from page_fingerprints
    where method_id = $method_id
),

summed as (
    select
        count(*) as n_fingerprints,
        coalesce(
            sum(
                8 * (simhash is not null)::integer
                + 8 * (simhash_high is not null)::integer
                + coalesce(octet_length(minhash), 0)
            ), 0
        )::bigint as n_signature_bytes
    from signatures
),

keys as (
    select count(*) as n_keys
    from fingerprint_bands
    where method_id = $method_id
),

candidates as (
    select count(*) as n_candidate_pairs
    from candidate_pairs
    where method_id = $method_id
),

verified as (
    select count(*) as n_verified_pairs
    from verified_pairs
    where method_id = $method_id
)

select
    summed.n_fingerprints,
    summed.n_signature_bytes,
    keys.n_keys,
    10 * keys.n_keys as n_key_bytes,
    candidates.n_candidate_pairs,
    verified.n_verified_pairs
from summed
cross join keys
cross join candidates
cross join verified;
