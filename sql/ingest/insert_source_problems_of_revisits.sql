-- Revisits whose original is not stored are problems, until it is.
--
-- reads   source_revisits
-- writes  source_problems
-- params  $run_id

insert into source_problems (day, source_name, source_file, source_offset, reason, run_id)
select distinct
    day,
    source_name,
    source_file,
    source_offset,
    'revisit: the capture that it refers to is not stored' as reason,
    $run_id
from source_revisits
where capture_id is null
on conflict do nothing;
