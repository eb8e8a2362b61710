-- Files that a day's ingest has read, with what they held, and every record of them that could not be read.

create table source_files (
    day date not null,
    source_name varchar not null,
    source_file varchar not null,
    n_bytes bigint not null,
    sha256 varchar not null,
    n_captures bigint not null,
    n_repeated bigint not null,
    n_problems bigint not null,
    run_id varchar not null,
    primary key (day, source_name, source_file, sha256)
);

create table source_problems (
    day date not null,
    source_name varchar not null,
    source_file varchar not null,
    source_offset bigint not null,
    reason varchar not null,
    run_id varchar not null,
    primary key (day, source_name, source_file, source_offset, reason)
);

create table source_days (
    day date not null,
    source_name varchar not null,
    state varchar not null check (state in ('complete', 'late', 'half', 'missing')),
    reason varchar not null,
    n_files bigint not null,
    run_id varchar not null,
    primary key (day, source_name)
);
