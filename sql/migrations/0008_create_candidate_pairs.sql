-- Pairs that an index proposes, not yet compared; and buckets too full to be joined on one key alone.
-- candidate_pairs is a pure function of the documents in indexed_documents (and of the labelled pairs among them),
-- whatever the order in which they came. is_hub: of the documents with one signature and the same facts, the one that
-- is joined with others; the rest are joined with it alone.

create table candidate_pairs (
    method_id varchar not null,
    document_id_l varchar not null,
    document_id_r varchar not null,
    found_by varchar not null,
    run_id varchar not null,
    check (document_id_l < document_id_r)
);

create table indexed_documents (
    method_id varchar not null,
    document_id varchar not null,
    fingerprint_key bigint not null,
    is_hub boolean not null,
    run_id varchar not null
);

create table hot_buckets (
    method_id varchar not null,
    band_index smallint not null,
    band_key bigint not null,
    n_documents bigint not null,
    n_pairs_skipped bigint not null,
    day date not null,
    run_id varchar not null
);
