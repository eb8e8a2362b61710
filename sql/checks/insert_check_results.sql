-- Keep the results of one stage's suites.
--
-- reads   new_check_results (a registered Arrow table)
-- writes  check_results, one row an expectation, or one a failing site of it
-- params  $day, $run_id, $checked_at

insert into check_results
select
    $day,
    $run_id,
    suite,
    expectation,
    site,
    severity,
    is_success,
    observed,
    n_failed,
    reason,
    hint,
    sample_ids,
    $checked_at
from new_check_results;
