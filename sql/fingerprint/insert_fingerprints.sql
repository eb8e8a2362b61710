-- Enter the fingerprints of registered shards; a document that has one under the method keeps it.
--
-- reads   the Parquet shards $paths
-- writes  fingerprints, one row per (method, document)
-- params  $paths, $run_id

insert into fingerprints
select
    signed.method_id,
    signed.document_id,
    signed.simhash,
    signed.simhash_high,
    signed.minhash,
    signed.n_features,
    signed.n_shingles,
    $run_id
from read_parquet($paths) as signed
where
    signed.n_features > 0
    and not exists (
        select 1
        from fingerprints
        where fingerprints.method_id = signed.method_id and fingerprints.document_id = signed.document_id
    );
