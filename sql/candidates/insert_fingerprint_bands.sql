-- Enter the index keys of the new documents. band_index counts a method's keys: MinHash bands first, then combinations
-- of SimHash blocks.
--
-- reads   new_keys (registered by the caller)
-- writes  fingerprint_bands, one row per (method, document, key)
-- params  $method_id

insert into fingerprint_bands
select
    $method_id as method_id,
    document_id,
    unnest(range(len(band_keys))) as band_index,
    unnest(band_keys) as band_key
from new_keys;
