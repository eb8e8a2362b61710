-- One calibration with what it rests on.
--
-- reads   calibrations
-- params  $calibration_id

select *
from calibrations
where calibration_id = $calibration_id;
