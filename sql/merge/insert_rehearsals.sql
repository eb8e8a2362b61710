-- Keep what a rehearsal found.
--
-- writes  rehearsals
-- params  $batch_id, $is_exact, $state_before, $state_after, $reason, $run_id, $rehearsed_at

insert into rehearsals (batch_id, is_exact, state_before, state_after, reason, run_id, rehearsed_at)
values ($batch_id, $is_exact, $state_before, $state_after, $reason, $run_id, $rehearsed_at);
