-- Files that moves have replaced before a time and that nothing needs any more: no row lies there. Some are registered
-- again, because their day was run again.
--
-- reads   ledger_entries, captures, extractions, documents
-- params  $before

with

replaced as (
    select distinct json_extract_string(evidence, '$.shard') as shard
    from ledger_entries
    where action = 'move_shard' and made_at < $before
)

select shard
from replaced
where
    shard not in (
        select captures.shard
        from captures
    )
    and shard not in (
        select extractions.shard
        from extractions
    )
    and shard not in (
        select documents.shard
        from documents
    )
order by shard;
