-- Files that a day's ingest has read, with what they held, and every record of them that became no capture.
-- source_problems.kind: problem = could not be read, or only in part; skipped = sound, but no page (a request, an
-- image): one row per reason, n_records counts them, source_offset is the first one's.
-- source_revisits: WARC revisits. capture_id is null until the capture that one refers to is stored; it then shares
-- that capture's bytes. payload_digests are what the WARC files say of their captures' payloads.

create table source_files (
    day date not null,
    source_name varchar not null,
    source_file varchar not null,
    n_bytes bigint not null,
    sha256 varchar not null,
    n_captures bigint not null,
    n_repeated bigint not null,
    n_problems bigint not null,
    n_skipped bigint not null default 0,
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
    kind varchar not null default 'problem' check (kind in ('problem', 'skipped')),
    n_records bigint not null default 1,
    primary key (day, source_name, source_file, source_offset, reason)
);

create table source_revisits (
    day date not null,
    source_name varchar not null,
    source_file varchar not null,
    source_offset bigint not null,
    site varchar not null,
    url varchar not null,
    variant varchar not null,
    http_status smallint,
    fetched_at timestamp not null,
    content_type varchar not null,
    charset varchar not null,
    source_id varchar not null,
    payload_digest varchar not null,
    refers_to_id varchar not null,
    refers_to_url varchar not null,
    refers_to_at timestamp,
    capture_id varchar,
    original_capture_id varchar,
    run_id varchar not null,
    primary key (day, source_name, source_file, source_offset, source_id, url, fetched_at)
);

create table payload_digests (
    payload_digest varchar not null,
    capture_id varchar not null
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
