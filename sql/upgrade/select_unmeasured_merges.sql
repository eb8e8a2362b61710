-- Merges in force that a method has not compared: ids, and where both texts lie.
--
-- reads   live_merges (temporary)

select
    document_id_l,
    document_id_r,
    shard_l,
    shard_row_l,
    shard_r,
    shard_row_r
from live_merges
where jaccard is null
order by document_id_l, document_id_r;
