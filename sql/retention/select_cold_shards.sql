-- Registered shards with rows to move, and those rows in order; the oldest days first.
--
-- reads   cold_rows (temporary), shards
-- params  $n_shards

select
    shards.table_name,
    cold_rows.shard,
    shards.day,
    shards.sha256,
    list(cold_rows.shard_row order by cold_rows.shard_row) as shard_rows
from cold_rows
inner join shards on cold_rows.shard = shards.path
group by all
order by shards.day, cold_rows.shard
limit $n_shards;
