-- Results of quality checks, newest run of each day last.
--
-- reads   check_results

select
    day,
    run_id,
    suite,
    expectation,
    site,
    severity,
    is_success,
    observed,
    n_failed,
    reason,
    hint,
    checked_at
from check_results
order by day, checked_at, suite, expectation, site;
