-- Enter a calibration.
--
-- reads   new_calibrations (registered by the caller)
-- writes  calibrations

insert into calibrations by name
select *
from new_calibrations
on conflict do nothing
returning calibration_id;
