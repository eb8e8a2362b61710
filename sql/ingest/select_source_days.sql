-- The sources whose day has run.
--
-- reads   source_days
-- params  $day

select source_name
from source_days
where day = $day;
