-- Results of quality checks, and what they put aside. A quarantine with an empty site holds the whole day.
-- Its state is the newest row of (day, site): held, released or rejected.

create table check_results (
    day date not null,
    run_id varchar not null,
    suite varchar not null,
    expectation varchar not null,
    site varchar not null,
    severity varchar not null check (severity in ('critical', 'warning', 'info')),
    is_success boolean not null,
    observed varchar not null,
    n_failed bigint,
    reason varchar not null,
    hint varchar not null,
    sample_ids varchar[] not null,
    checked_at timestamp not null
);

create table quarantines (
    day date not null,
    site varchar not null,
    state varchar not null check (state in ('held', 'released', 'rejected')),
    actor varchar not null,
    reason varchar not null,
    run_id varchar not null,
    set_at timestamp not null
);
