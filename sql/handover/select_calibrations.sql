-- Every calibration, oldest first.
--
-- reads   calibrations

select calibration_id
from calibrations
order by made_at, calibration_id;
