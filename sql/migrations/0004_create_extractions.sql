-- What an extractor made of a capture: a pure function of extraction_key. Texts lie in a registered shard.
-- published_dates: every date that the page states as its publication, most trusted first; the capture takes the
-- first that is not later than its fetch. charset_from and text_from say which step gave charset and main text.
-- extractors.status: captures carry the active one's texts; standby was active before and can be returned to.

create table extractors (
    extractor_id varchar primary key,
    spec varchar not null,
    spec_sha256 varchar not null,
    status varchar not null check (status in ('candidate', 'active', 'standby', 'retired')),
    registered_at timestamp not null default current_timestamp
);

create table extractions (
    extraction_key varchar not null,
    extractor_id varchar not null,
    outcome varchar not null,
    outcome_reason varchar not null,
    document_id varchar,
    language varchar not null,
    declared_language varchar not null,
    kind varchar not null,
    n_tokens bigint not null,
    n_characters bigint not null,
    n_page_tokens bigint not null,
    kept_share double not null,
    title varchar not null,
    text_sha256 varchar not null,
    published_dates date[] not null,
    sku varchar,
    price decimal(18, 4),
    currency varchar,
    facts varchar not null,
    charset_used varchar not null,
    charset_from varchar not null,
    text_from varchar not null default '',
    n_ms bigint not null,
    shard varchar not null,
    shard_row bigint not null,
    run_id varchar not null
);

-- Documents that captures carried before another extractor was promoted: labels on them are offered again.
create table former_documents (
    document_id varchar not null,
    capture_id varchar not null,
    primary key (document_id, capture_id)
);
