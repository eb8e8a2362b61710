-- Prune results of runs that ended long ago; the newest run of each day stays.
--
-- writes  check_results
-- params  $before (results checked earlier may go)

delete from check_results
where
    checked_at < $before
    and run_id not in (
        select newest.run_id
        from check_results as newest
        qualify row_number() over (partition by newest.day order by newest.checked_at desc) = 1
    )
returning suite;
