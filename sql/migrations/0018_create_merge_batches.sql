-- What a merge would do, before it is done: batches, the planned effect on each document with its evidence, and what
-- rehearsal, gate and people said of a batch. A batch's id follows from its footprint, so planning twice is planning
-- once. Whether a batch was applied or undone is in the ledger alone.
-- is_current: the newest plan of its purpose holds it. asked_at: when people were last asked. kind: what its ledger
-- entries are; representative_after is null for a member that a change of representative releases.

create table merge_batches (
    batch_id varchar primary key,
    kind varchar not null check (kind in ('merge', 'change_representative')),
    purpose varchar not null check (purpose in ('search', 'history')),
    method_id varchar not null,
    n_clusters bigint not null,
    n_documents bigint not null,
    gate varchar not null check (gate in ('automatic', 'approval', 'refused')),
    gate_reasons varchar[] not null,
    is_current boolean not null,
    asked_at timestamp,
    run_id varchar not null,
    planned_at timestamp not null
);

create table planned_merges (
    batch_id varchar not null,
    cluster_id varchar not null,
    document_id varchar not null,
    representative_before varchar,
    representative_after varchar,
    footprint_sha256 varchar not null,
    evidence varchar not null,
    primary key (batch_id, document_id)
);

create table rehearsals (
    batch_id varchar not null,
    is_exact boolean not null,
    state_before varchar not null,
    state_after varchar not null,
    reason varchar not null,
    run_id varchar not null,
    rehearsed_at timestamp not null
);

create table approvals (
    batch_id varchar not null,
    is_approved boolean not null,
    actor varchar not null,
    note varchar not null,
    run_id varchar not null,
    answered_at timestamp not null
);
