-- Captures of finished shards that are not stored yet. The same fetch read twice is one capture: of its records the
-- first by source, file and offset is kept, so the result does not depend on the order of batches.
--
-- reads   capture shards, captures
-- writes  captures
-- params  $paths (absolute), $lake (the folder that locators are relative to), $day, $run_id

insert into captures (
    capture_id, day, site, url, final_url, variant, http_status, fetched_at, content_type, charset, source_sha256,
    n_bytes, source_name, source_file, source_offset, source_id, shard, shard_row, run_id
)
with

incoming as (
    select
        capture_id,
        day,
        site,
        url,
        final_url,
        variant,
        http_status,
        fetched_at,
        content_type,
        charset,
        source_sha256,
        n_bytes,
        source_name,
        source_file,
        source_offset,
        source_id,
        replace(filename, $lake, '') as shard,
        file_row_number as shard_row
    from read_parquet($paths, filename = true, file_row_number = true)
    qualify row_number() over (
        partition by capture_id order by source_name, source_file, source_offset, filename, file_row_number
    ) = 1
)

select
    incoming.*,
    $run_id
from incoming
where
    not exists (
        select 1
        from captures
        where
            captures.day = $day::date
            and captures.capture_id = incoming.capture_id
    );
