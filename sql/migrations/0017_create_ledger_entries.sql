-- Every action on what users see, insert-only, each entry bound to the one before by its hash; and the effect of each
-- entry on documents: which representative stands for a document before and after (null: the document itself).

create table ledger_entries (
    position bigint primary key,
    action varchar not null check (action in (
        'merge', 'undo', 'change_representative', 'split', 'separate', 'constrain', 'lift_constraint', 'promote',
        'roll_back', 'retire', 'release', 'reject', 'acknowledge', 'set_policy', 'take_down', 'move_shard'
    )),
    purpose varchar not null,
    batch_id varchar not null,
    cluster_id varchar not null,
    undoes_position bigint,
    actor varchar not null,
    reason varchar not null,
    evidence varchar not null,
    made_at timestamp not null,
    prev_hash varchar not null,
    entry_hash varchar not null
);

create table ledger_effects (
    position bigint not null,
    document_id varchar not null,
    representative_before varchar,
    representative_after varchar,
    primary key (position, document_id)
);
