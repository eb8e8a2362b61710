-- Rows, time and bytes of shards of an extractor.
--
-- reads   extractions, shards
-- params  $extractor_id

with

own as (
    select
        shard,
        n_ms
    from extractions
    where extractor_id = $extractor_id
)

select
    count(*) as n_extractions,
    coalesce(sum(own.n_ms), 0)::bigint as n_ms,
    (
        select coalesce(sum(shards.n_bytes), 0)::bigint
        from shards
        where shards.path in (select own.shard from own)
    ) as n_bytes
from own;
