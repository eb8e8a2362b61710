-- One fetch of one URL at one time, and what became of it. The fetched bytes lie in a registered shard.
-- outcome, outcome_reason, extraction_key, document_id and published_at are null until the capture is extracted.

create table captures (
    capture_id varchar not null,
    day date not null,
    site varchar not null,
    url varchar not null,
    final_url varchar not null,
    variant varchar not null,
    http_status smallint,
    fetched_at timestamp not null,
    content_type varchar not null,
    charset varchar not null,
    source_sha256 varchar not null,
    n_bytes bigint not null,
    source_name varchar not null,
    source_file varchar not null,
    source_offset bigint not null,
    source_id varchar not null,
    shard varchar not null,
    shard_row bigint not null,
    run_id varchar not null,
    extraction_key varchar,
    outcome varchar,
    outcome_reason varchar,
    document_id varchar,
    published_at date
);
