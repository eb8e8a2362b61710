-- CPU seconds (user and system, of processes and their children) that the work of a run took, of all its attempts.

create table run_costs (
    run_id varchar primary key,
    cpu_seconds double not null
);
