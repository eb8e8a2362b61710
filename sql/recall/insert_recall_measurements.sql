-- Enter one measurement.
--
-- writes  recall_measurements

insert into recall_measurements
values (
    $day,
    $run_id,
    $method_id,
    $kind,
    $language,
    $edit_kind,
    $measure,
    $threshold,
    $n_sampled,
    $n_true,
    $n_found,
    $recall,
    $lower,
    $upper,
    $missed_by,
    $cpu_seconds,
    $measured_at
);
