-- Add CPU seconds to what a run took.
--
-- writes  run_costs
-- params  $run_id, $cpu_seconds

insert into run_costs (run_id, cpu_seconds)
values ($run_id, $cpu_seconds)
on conflict (run_id) do update set cpu_seconds = run_costs.cpu_seconds + excluded.cpu_seconds;
