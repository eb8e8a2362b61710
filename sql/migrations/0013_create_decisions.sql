-- Verdicts on verified pairs for one purpose, with the versions of what they rest on; and the clusters that today's
-- verdicts would group. role: representative, member (own verified edge to it), or bridged (reached only through
-- bridge_document_id, so it goes to review).

create table decisions (
    purpose varchar not null check (purpose in ('search', 'history')),
    method_id varchar not null,
    document_id_l varchar not null,
    document_id_r varchar not null,
    verdict varchar not null check (verdict in ('merge', 'review', 'keep')),
    reason varchar not null,
    measure varchar not null,
    similarity double not null,
    guards_id varchar not null,
    policy_id varchar,
    label_id varchar,
    constraint_id varchar,
    run_id varchar not null,
    decided_at timestamp not null,
    check (document_id_l < document_id_r)
);

create table proposed_clusters (
    purpose varchar not null check (purpose in ('search', 'history')),
    method_id varchar not null,
    cluster_id varchar not null,
    document_id varchar not null,
    representative_id varchar not null,
    role varchar not null check (role in ('representative', 'member', 'bridged')),
    bridge_document_id varchar,
    reason varchar not null,
    run_id varchar not null
);
