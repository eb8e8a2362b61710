-- Languages in which held-out labels have decided a pass or a fail: what comes there from now on is held out.
--
-- reads   calibration_labels, calibrations, methods
-- params  $purpose, $method_id

select distinct calibration_labels.language
from calibration_labels
inner join calibrations on calibration_labels.calibration_id = calibrations.calibration_id
left join methods on methods.method_id = $method_id
where
    calibrations.purpose = $purpose
    and (calibrations.method_id = $method_id or calibrations.made_at < methods.registered_at)
    and calibration_labels.is_spent
order by calibration_labels.language;
