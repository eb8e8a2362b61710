-- Results of quality checks, and what they put aside. A quarantine with an empty site holds the whole day.
-- Its state is the newest row of (day, site): held, released, rejected. content_sha256 says over which captures and
-- outcomes it was set: a release holds for that content only. unchecked: the stage whose checks could not run, when
-- that alone is why the day is held. answers: what people said about warnings, which put nothing aside.

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
    set_at timestamp not null,
    content_sha256 varchar not null default '',
    unchecked varchar not null default ''
);

create table answers (
    day date not null,
    site varchar not null,
    answer varchar not null check (answer in ('acknowledged', 'waived')),
    actor varchar not null,
    reason varchar not null,
    content_sha256 varchar not null,
    answered_at timestamp not null
);

-- What is usual, and what is not. day_profiles: figures of a day and site ('' for all sites), the history that a later
-- day is compared with; part names a value of a distribution (an outcome, a language, …), '' for a single figure.
-- drift_metrics: a day's figures against the days before it, as the newest run of the day saw them; usual and spread
-- are null while there is too little history.

create table day_profiles (
    day date not null,
    site varchar not null,
    metric varchar not null,
    part varchar not null,
    figure double not null,
    n_rows bigint not null
);

create table drift_metrics (
    day date not null,
    run_id varchar not null,
    site varchar not null,
    metric varchar not null,
    figure double not null,
    n_rows bigint not null,
    n_days bigint not null,
    usual double,
    spread double,
    is_low boolean not null,
    is_high boolean not null
);
