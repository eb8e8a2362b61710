-- The probes, and every hub that shares an index key or a signature with one, numbered in the order in which documents
-- are preferred. A hub that shares a key with a probe in another band comes along: it shares no bucket, and changes
-- nothing.
--
-- reads   probes, hub_contests, fingerprint_bands, indexed_documents, documents, fingerprints
-- writes  joined_documents (temporary)
-- params  $method_id

create or replace temp table joined_documents as
with

probe_keys as (
    select band_key
    from fingerprint_bands
    where method_id = $method_id and document_id in (select probes.document_id from probes)
),

sharers as (
    select document_id
    from fingerprint_bands
    where method_id = $method_id and band_key in (select probe_keys.band_key from probe_keys)
    union
    select document_id
    from hub_contests
    union
    select document_id
    from probes
),

hubs as (
    select
        document_id,
        fingerprint_key
    from indexed_documents
    where
        method_id = $method_id
        and is_hub
        and document_id in (select sharers.document_id from sharers)
)

select
    cast(
        row_number() over (order by documents.n_characters desc, hubs.document_id asc) - 1 as integer
    ) as document_number,
    hubs.document_id,
    hubs.fingerprint_key,
    probes.document_id is not null as is_probe,
    coalesce(probes.is_new, false) as is_new,
    cast(md5_number_lower(coalesce(documents.sku, '')) >> 1 as bigint) as sku_key,
    cast(documents.sku is not null as tinyint) + cast(documents.price is not null as tinyint) as n_facts,
    coalesce(fingerprints.simhash, 0) as simhash,
    coalesce(fingerprints.simhash_high, 0) as simhash_high
from hubs
inner join documents on hubs.document_id = documents.document_id
inner join fingerprints on hubs.document_id = fingerprints.document_id and fingerprints.method_id = $method_id
left join probes on hubs.document_id = probes.document_id;
