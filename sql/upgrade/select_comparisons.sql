-- Comparisons by the beginning of their id, or of one candidate, the newest first.
--
-- reads   comparisons
-- params  $beginning (null: any), $candidate_id (null: any)

select
    comparison_id,
    kind,
    candidate_id,
    replaces_id,
    labels_id,
    told,
    made_at
from comparisons
where
    ($beginning is null or starts_with(comparison_id, $beginning))
    and ($candidate_id is null or candidate_id = $candidate_id)
order by made_at desc, comparison_id asc;
