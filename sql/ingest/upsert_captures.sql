-- Where a capture came from, when several records tell of it: the first by source, file and offset, whichever was
-- read first.
--
-- reads   capture shards
-- writes  captures
-- params  $paths, $day

update captures
set
    source_name = first_records.source_name,
    source_file = first_records.source_file,
    source_offset = first_records.source_offset
from (
    select
        capture_id,
        source_name,
        source_file,
        source_offset
    from read_parquet($paths)
    qualify row_number() over (partition by capture_id order by source_name, source_file, source_offset) = 1
) as first_records
where
    captures.day = $day::date
    and captures.capture_id = first_records.capture_id
    and row(first_records.source_name, first_records.source_file, first_records.source_offset)
    < row(captures.source_name, captures.source_file, captures.source_offset);
