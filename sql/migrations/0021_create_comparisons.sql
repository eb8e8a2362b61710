-- An old and a new version side by side, before people answer for the new one; and merges looked at again after one
-- took the other's place. comparison_id follows from what was compared; told is JSON: numbers, ids and titles.
-- merge_rechecks.is_contradicted: the version active now would not have merged this pair; people look at it.

create table comparisons (
    comparison_id varchar primary key,
    kind varchar not null check (kind in ('method', 'extractor')),
    candidate_id varchar not null,
    replaces_id varchar not null,
    labels_id varchar not null,
    n_days bigint not null,
    told varchar not null,
    run_id varchar not null,
    made_at timestamp not null
);

create table merge_rechecks (
    purpose varchar not null check (purpose in ('search', 'history')),
    method_id varchar not null,
    document_id varchar not null,
    representative_id varchar not null,
    is_contradicted boolean not null,
    reason varchar not null,
    run_id varchar not null,
    primary key (purpose, method_id, document_id, representative_id)
);
