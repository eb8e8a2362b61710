-- Let rows of the table say where their shard rows lie now.
--
-- reads   moved_rows (registered by the caller)
-- writes  captures

update captures
set
    shard = moved_rows.shard_after,
    shard_row = moved_rows.row_after
from moved_rows
where
    captures.shard = moved_rows.shard_before
    and captures.shard_row = moved_rows.row_before;
