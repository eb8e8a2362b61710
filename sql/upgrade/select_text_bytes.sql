-- How many bytes the texts of an extractor take in the lake, for each of its extractions.
--
-- reads   extractions, shards
-- params  $extractor_id

with

own as (
    select
        shard,
        count(*) as n_rows
    from extractions
    where extractor_id = $extractor_id
    group by shard
)

select coalesce(sum(shards.n_bytes), 0)::double / greatest(sum(own.n_rows), 1) as bytes_per_text
from own
inner join shards on own.shard = shards.path;
