-- What the checks of this run said, failures first, worst first.
--
-- reads   check_results
-- params  $day, $run_id

select
    suite,
    expectation,
    site,
    severity,
    is_success,
    observed,
    n_failed,
    reason,
    hint,
    sample_ids
from check_results
where day = $day and run_id = $run_id
order by is_success asc, severity = 'info', severity = 'warning', suite asc, expectation asc, n_failed desc, site asc;
