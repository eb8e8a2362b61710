-- A temporary table in the place of fingerprint_bands: keys of planted copies, beside their neighbours'.
--
-- reads   fingerprint_bands, canary_neighbours, planted_bands (registered)
-- writes  fingerprint_bands (temporary)
-- params  $method_id

create temp table fingerprint_bands as
select
    method_id,
    document_id,
    band_index,
    band_key
from fingerprint_bands
where method_id = $method_id and document_id in (select canary_neighbours.document_id from canary_neighbours)
union all by name
select *
from planted_bands;
