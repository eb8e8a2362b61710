-- Records that became no capture, by reason, with one place to look at.
--
-- reads   source_problems
-- params  $day, $top

select
    kind,
    reason,
    sum(n_records) as n_records,
    count(distinct source_file) as n_files,
    min_by(source_file, (source_file, source_offset)) as first_file,
    min_by(source_offset, (source_file, source_offset)) as first_offset
from source_problems
where day = $day
group by kind, reason
order by kind asc, n_records desc, reason asc
limit $top;
