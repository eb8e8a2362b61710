-- Earlier measurements of the same thing within the window, the newest first: one a day.
--
-- reads   recall_measurements
-- params  $method_id, $day, $window_days

select
    kind,
    language,
    edit_kind,
    day,
    n_true,
    n_found
from recall_measurements
where
    method_id = $method_id
    and day <> $day
    and day between $day - cast($window_days as integer) and $day
order by day desc, kind asc, language asc, edit_kind asc;
