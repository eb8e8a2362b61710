-- Remember the pages of registered shards in which a method finds no features, so that nobody signs them again.
--
-- reads   the Parquet shards $paths
-- writes  unsigned_texts, one row per (method, extraction)
-- params  $paths, $run_id

insert into unsigned_texts
select
    signed.method_id,
    signed.extraction_key as text_id,
    $run_id
from read_parquet($paths) as signed
where
    signed.n_features = 0
    and not exists (
        select 1
        from unsigned_texts
        where unsigned_texts.method_id = signed.method_id and unsigned_texts.text_id = signed.extraction_key
    );
