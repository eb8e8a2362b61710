-- Enter the page fingerprints of registered shards; an extraction that has one under the method keeps it.
--
-- reads   the Parquet shards $paths
-- writes  page_fingerprints, one row per (method, extraction)
-- params  $paths, $run_id

insert into page_fingerprints
select
    signed.method_id,
    signed.extraction_key,
    signed.simhash,
    signed.simhash_high,
    signed.minhash,
    signed.n_features,
    $run_id
from read_parquet($paths) as signed
where
    signed.n_features > 0
    and not exists (
        select 1
        from page_fingerprints
        where
            page_fingerprints.method_id = signed.method_id
            and page_fingerprints.extraction_key = signed.extraction_key
    );
