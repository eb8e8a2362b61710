-- Pairs that an index proposes, not yet compared; and buckets too full to be joined on one key alone.

create table candidate_pairs (
    method_id varchar not null,
    document_id_l varchar not null,
    document_id_r varchar not null,
    found_by varchar not null,
    run_id varchar not null,
    check (document_id_l < document_id_r)
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
