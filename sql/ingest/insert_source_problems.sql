-- Records that became no capture.
--
-- reads   source_problems shards
-- writes  source_problems
-- params  $paths, $day, $run_id

insert into source_problems (day, source_name, source_file, source_offset, reason, run_id, kind, n_records)
select
    $day::date as day,
    source_name,
    source_file,
    source_offset,
    reason,
    $run_id,
    min(kind) as kind,
    max(n_records) as n_records
from read_parquet($paths)
group by source_name, source_file, source_offset, reason
on conflict do nothing;
