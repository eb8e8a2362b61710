-- Candidate recall measured in a run: of n_true pairs at or above the threshold (by exhaustive comparison, or planted
-- as canaries), n_found were proposed. lower and upper bound the pooled recall at 95 %.

create table recall_measurements (
    day date not null,
    run_id varchar not null,
    method_id varchar not null,
    kind varchar not null check (kind in ('sample', 'canary')),
    language varchar not null,
    edit_kind varchar not null,
    measure varchar not null,
    threshold double not null,
    n_sampled bigint not null,
    n_true bigint not null,
    n_found bigint not null,
    recall double,
    lower double,
    upper double,
    missed_by varchar not null,
    cpu_seconds double not null,
    measured_at timestamp not null
);
