-- Calibrations whose id begins as given, the newest first.
--
-- reads   calibrations
-- params  $prefix

select calibration_id
from calibrations
where starts_with(calibration_id, $prefix)
order by made_at desc, calibration_id asc;
