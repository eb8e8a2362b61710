-- A file that is read again has the problems of its newest version only.
--
-- reads   source_files shards
-- writes  source_problems
-- params  $paths, $day

delete from source_problems
where
    day = $day::date
    and exists (
        select 1
        from read_parquet($paths) as files
        where
            files.source_name = source_problems.source_name
            and files.source_file = source_problems.source_file
    );
