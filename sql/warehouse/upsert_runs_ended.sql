-- Record how a run ended.
--
-- writes  runs
-- params  $run_id, $state, $reason, $ended_at

update runs
set
    state = $state,
    reason = $reason,
    ended_at = $ended_at
where run_id = $run_id;
