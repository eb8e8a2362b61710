-- Keep a comparison; one that is there stays as it is.
--
-- writes  comparisons
-- params  $comparison_id, $kind, $candidate_id, $replaces_id, $labels_id, $n_days, $told, $run_id, $made_at

insert into comparisons (
    comparison_id, kind, candidate_id, replaces_id, labels_id, n_days, told, run_id, made_at
)
values (
    $comparison_id, $kind, $candidate_id, $replaces_id, $labels_id, $n_days, $told, $run_id, $made_at
)
on conflict (comparison_id) do nothing
returning comparison_id;
