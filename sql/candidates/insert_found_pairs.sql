-- Pairs of numbered documents that share a bucket, at least one of them a probe, with the indexes that found them.
-- Documents of one signature share all their keys: only the index of equal signatures joins them.
--
-- reads   bucket_members, joined_documents, joined_pairs (found in memory)
-- writes  found_pairs (temporary), one row per pair
-- params  $max_hamming

create or replace temp table found_pairs as
with

collisions as (
    select
        members_l.document_number as number_l,
        members_r.document_number as number_r,
        members_l.kind
    from bucket_members as members_l
    inner join bucket_members as members_r
        on
            members_l.band_index = members_r.band_index
            and members_l.band_key = members_r.band_key
            and members_l.part_key = members_r.part_key
            and members_l.document_number < members_r.document_number
    where members_l.state <> 'star' and (members_l.is_probe or members_r.is_probe)
    union all
    select
        centre as number_l,
        document_number as number_r,
        kind
    from bucket_members
    where state = 'star' and document_number <> centre and (is_probe or is_centre_probe)
    union all
    select
        middle as number_l,
        document_number as number_r,
        kind
    from bucket_members
    where kind = 'equal' and state <> 'cold' and document_number <> middle and (is_probe or is_middle_probe)
),

near as (
    select
        collisions.number_l,
        collisions.number_r,
        collisions.kind
    from collisions
    inner join joined_documents as documents_l on collisions.number_l = documents_l.document_number
    inner join joined_documents as documents_r on collisions.number_r = documents_r.document_number
    where
        (collisions.kind = 'equal' or documents_l.fingerprint_key <> documents_r.fingerprint_key)
        and (
            collisions.kind <> 'simhash'
            or bit_count(xor(documents_l.simhash, documents_r.simhash))
            + bit_count(xor(documents_l.simhash_high, documents_r.simhash_high)) <= $max_hamming
        )
),

found as (
    select *
    from near
    union all
    select *
    from joined_pairs
)

select
    least(number_l, number_r) as number_l,
    greatest(number_l, number_r) as number_r,
    string_agg(distinct kind, '+' order by kind) as found_by
from found
group by all;
