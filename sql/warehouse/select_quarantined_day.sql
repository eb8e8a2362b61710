-- The reason why a whole day is put aside now; no row when it is not.
--
-- reads   quarantined
-- params  $day

select reason
from quarantined
where day = $day and site = '';
