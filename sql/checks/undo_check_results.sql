-- Take back this run's earlier results of the suites that are checked again.
--
-- writes  check_results
-- params  $day, $run_id, $suites

delete from check_results
where day = $day and run_id = $run_id and list_contains($suites, suite);
