-- Enter the index keys of documents that have no fingerprint yet (run before the fingerprints themselves).
-- band_index counts a method's keys: MinHash bands first, then combinations of SimHash blocks.
--
-- reads   the Parquet shards $paths, fingerprints
-- writes  fingerprint_bands, one row per (method, document, key)
-- params  $paths

insert into fingerprint_bands
select
    signed.method_id,
    signed.document_id,
    unnest(range(len(signed.band_keys))) as band_index,
    unnest(signed.band_keys) as band_key
from read_parquet($paths) as signed
where
    signed.n_features > 0
    and not exists (
        select 1
        from fingerprints
        where fingerprints.method_id = signed.method_id and fingerprints.document_id = signed.document_id
    );
