-- One row a run of a DAG: what it worked on, with which code and methods, and how it ended. A run of a candidate
-- version says nothing about its day: what is active was not touched.

create table runs (
    run_id varchar primary key,
    dag_id varchar not null,
    day date not null,
    methods varchar[] not null,
    extractor_id varchar not null,
    code_version varchar not null,
    state varchar not null check (state in ('running', 'success', 'failed', 'quarantined')),
    reason varchar not null,
    report varchar,
    started_at timestamp not null,
    ended_at timestamp,
    is_of_candidate boolean not null default false
);
