-- Every registered shard.
--
-- reads   shards

select path
from shards;
