-- Enter a run as running. Entering it again changes nothing but the state.
--
-- writes  runs
-- params  $run_id, $dag_id, $day, $methods, $extractor_id, $code_version, $started_at, $is_of_candidate

insert into runs (
    run_id, dag_id, day, methods, extractor_id, code_version, state, reason, started_at, is_of_candidate
)
values ($run_id, $dag_id, $day, $methods, $extractor_id, $code_version, 'running', '', $started_at, $is_of_candidate)
on conflict (run_id) do update set state = excluded.state, reason = excluded.reason;
