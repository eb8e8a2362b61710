-- Shards that hold the texts of sound documents.
--
-- reads   sound_documents

select distinct shard
from sound_documents
order by shard;
