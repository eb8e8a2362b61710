-- What is stored of a day's measurements of a method.
--
-- reads   recall_measurements
-- params  $method_id, $day

select
    kind,
    language,
    edit_kind,
    measure,
    threshold,
    n_sampled,
    n_true,
    n_found,
    recall,
    lower,
    upper,
    missed_by
from recall_measurements
where method_id = $method_id and day = $day
order by kind, language, edit_kind;
