-- The stored documents that share an index key with a planted copy: all that can matter to it.
--
-- reads   fingerprint_bands, planted_bands (registered), planted_documents (registered)
-- writes  canary_neighbours (temporary)
-- params  $method_id

create or replace temp table canary_neighbours as
select fingerprint_bands.document_id
from fingerprint_bands
where
    fingerprint_bands.method_id = $method_id
    and exists (
        select 1
        from planted_bands
        where
            planted_bands.band_index = fingerprint_bands.band_index
            and planted_bands.band_key = fingerprint_bands.band_key
    )
union
select planted_documents.origin_id
from planted_documents;
