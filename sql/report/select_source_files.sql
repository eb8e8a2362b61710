-- The files that a day's ingest has read, those with problems first.
--
-- reads   source_files
-- params  $day, $top

select
    source_name,
    source_file,
    n_bytes,
    n_captures,
    n_repeated,
    n_problems,
    count(*) over () as n_files
from source_files
where day = $day
order by n_problems desc, n_captures desc, source_name asc, source_file asc
limit $top;
