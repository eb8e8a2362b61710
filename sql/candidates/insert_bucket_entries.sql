-- One entry a document and index key. Hubs of one signature share a key of their own kind, band -1. A bucket that is
-- too full is split by the second key: the next band of the same kind in a circle, or the SKU.
--
-- reads   joined_documents, fingerprint_bands
-- writes  bucket_entries (temporary)
-- params  $method_id, $n_bands (band indexes from this one on are SimHash blocks), $is_joined_here (false: band and
--         block keys are joined in memory, and only the entries of equal signatures are wanted)

create or replace temp table bucket_entries as
with

band_entries as (
    select
        joined_documents.document_number,
        case when fingerprint_bands.band_index < $n_bands then 'minhash' else 'simhash' end as kind,
        fingerprint_bands.band_index,
        fingerprint_bands.band_key
    from fingerprint_bands
    inner join joined_documents on fingerprint_bands.document_id = joined_documents.document_id
    where $is_joined_here and fingerprint_bands.method_id = $method_id
)

select
    document_number,
    kind,
    band_index,
    band_key,
    coalesce(
        lead(band_key) over (partition by document_number, kind order by band_index),
        first_value(band_key) over (partition by document_number, kind order by band_index)
    ) as second_key
from band_entries
union all
select
    document_number,
    'equal' as kind,
    -1 as band_index,
    fingerprint_key as band_key,
    sku_key as second_key
from joined_documents;
