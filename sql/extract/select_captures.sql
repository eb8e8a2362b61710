-- Captures of a day whose extraction is not stored: one for each extraction key, in the order of the shards. With
-- $is_every those too that carry the text of another extractor.
--
-- reads   captures, extractions
-- params  $day, $extractor_id, $is_every

with

keyed as (
    select
        shard,
        shard_row,
        n_bytes,
        extraction_key(source_sha256, url, content_type, charset, http_status, $extractor_id) as wanted_key
    from captures
    where day = $day and ($is_every or extraction_key is null)
)

select
    keyed.shard,
    keyed.shard_row,
    keyed.n_bytes
from keyed
where
    not exists (
        select 1
        from extractions
        where extractions.extraction_key = keyed.wanted_key
    )
qualify row_number() over (partition by keyed.wanted_key order by keyed.shard, keyed.shard_row) = 1
order by keyed.shard, keyed.shard_row;
