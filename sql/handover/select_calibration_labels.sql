-- The labels that a calibration used, and on which side each stood.
--
-- reads   calibration_labels
-- params  $calibration_id

select
    label_id,
    side,
    is_spent
from calibration_labels
where calibration_id = $calibration_id
order by label_id;
