-- Documents whose labels have been used to choose a threshold, or whose held-out labels are spent; and those that are
-- still held out. What counts is what a method can have been shaped by: its own calibrations, and those made before it
-- was registered (its spec cannot change afterwards). So a candidate that is tried spends nothing of the active one's.
--
-- reads   calibration_labels, calibrations, methods
-- params  $purpose, $method_id

with

rows_of_purpose as (
    select calibration_labels.*
    from calibration_labels
    inner join calibrations on calibration_labels.calibration_id = calibrations.calibration_id
    left join methods on methods.method_id = $method_id
    where
        calibrations.purpose = $purpose
        and (calibrations.method_id = $method_id or calibrations.made_at < methods.registered_at)
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
