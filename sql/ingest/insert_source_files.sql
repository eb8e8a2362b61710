-- Files that were read, with how many of their captures were already stored or came twice.
--
-- reads   source_files shards, capture shards of the same commit, captures
-- writes  source_files
-- params  $paths, $captures (paths of capture shards), $lake, $day, $run_id

insert into source_files (
    day, source_name, source_file, n_bytes, sha256, n_captures, n_repeated, n_problems, n_skipped, run_id
)
with

files as (
    select
        source_name,
        source_file,
        n_bytes,
        sha256,
        sum(n_captures) as n_captures,
        sum(n_problems) as n_problems,
        sum(n_skipped) as n_skipped
    from read_parquet($paths)
    group by all
),

entered as (
    select
        source_name,
        source_file,
        count(*) as n_entered
    from captures
    where
        day = $day::date
        and list_contains(list_transform($captures::varchar[], lambda path: replace(path, $lake, '')), shard)
    group by all
)

select
    $day::date as day,
    files.source_name,
    files.source_file,
    files.n_bytes,
    files.sha256,
    files.n_captures,
    files.n_captures - coalesce(entered.n_entered, 0) as n_repeated,
    files.n_problems,
    files.n_skipped,
    $run_id
from files
left join entered
    on
        files.source_name = entered.source_name
        and files.source_file = entered.source_file
on conflict do nothing;
