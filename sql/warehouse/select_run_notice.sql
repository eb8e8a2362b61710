-- How a run ended, in counts that can be told to anyone.
--
-- reads   runs, check_results, quarantined
-- params  $run_id

select
    runs.state,
    (
        select count(distinct check_results.suite || '.' || check_results.expectation)
        from check_results
        where
            check_results.run_id = runs.run_id
            and not check_results.is_success
            and check_results.severity = 'critical'
    ) as n_critical,
    (
        select count(distinct check_results.suite || '.' || check_results.expectation)
        from check_results
        where
            check_results.run_id = runs.run_id
            and not check_results.is_success
            and check_results.severity = 'warning'
    ) as n_warnings,
    (
        select count(*)
        from quarantined
        where quarantined.day = runs.day and quarantined.site <> ''
    ) as n_aside
from runs
where runs.run_id = $run_id;
