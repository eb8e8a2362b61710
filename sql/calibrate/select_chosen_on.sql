-- Documents whose labels one calibration chose its thresholds on.
--
-- reads   calibration_labels
-- params  $calibration_id

select document_id_l as document_id
from calibration_labels
where calibration_id = $calibration_id and side = 'calibration'
union
select document_id_r as document_id
from calibration_labels
where calibration_id = $calibration_id and side = 'calibration'
order by document_id;
