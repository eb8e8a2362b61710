-- Documents whose labels have been used to choose a threshold, or whose held-out labels are spent; and those that are
-- still held out.
--
-- reads   calibration_labels, calibrations
-- params  $purpose

with

rows_of_purpose as (
    select calibration_labels.*
    from calibration_labels
    inner join calibrations on calibration_labels.calibration_id = calibrations.calibration_id
    where calibrations.purpose = $purpose
),

documents as (
    select
        document_id_l as document_id,
        language,
        side,
        is_spent
    from rows_of_purpose
    union all
    select
        document_id_r as document_id,
        language,
        side,
        is_spent
    from rows_of_purpose
)

select
    document_id,
    bool_or(side = 'calibration' or is_spent) as is_used
from documents
group by document_id
order by document_id;
