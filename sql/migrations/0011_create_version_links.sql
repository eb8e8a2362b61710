-- Two captures of one URL and variant over time, chained by fetch time: a relation of its own, not a duplicate pair.

create table version_links (
    url varchar not null,
    variant varchar not null,
    capture_id_older varchar not null,
    capture_id_newer varchar not null,
    document_id_older varchar not null,
    document_id_newer varchar not null,
    is_changed boolean not null
);
