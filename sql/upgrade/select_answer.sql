-- People's newest answer for a candidate on the same labels.
--
-- reads   approvals, comparisons
-- params  $candidate_id, $replaces_id, $labels_id

select approvals.is_approved
from approvals
inner join comparisons on approvals.batch_id = comparisons.comparison_id
where
    comparisons.candidate_id = $candidate_id
    and comparisons.replaces_id = $replaces_id
    and comparisons.labels_id = $labels_id
order by approvals.answered_at desc
limit 1;
