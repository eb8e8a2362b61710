-- Every version of every file that a day has read.
--
-- reads   source_files
-- params  $day

select
    source_name,
    source_file,
    n_bytes,
    sha256
from source_files
where day = $day;
