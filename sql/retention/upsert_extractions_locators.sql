-- Let rows of the table say where their shard rows lie now.
--
-- reads   moved_rows (registered by the caller)
-- writes  extractions

update extractions
set
    shard = moved_rows.shard_after,
    shard_row = moved_rows.row_after
from moved_rows
where
    extractions.shard = moved_rows.shard_before
    and extractions.shard_row = moved_rows.row_before;
