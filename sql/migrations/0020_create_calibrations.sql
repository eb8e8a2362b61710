-- Calibrations: what each policy rests on, so that two of them can be compared; and on which side each label stood.
-- Ids are SHA-256: label_snapshot_id over the verdicts used, definition_id over targets, costs and rules, data_id
-- over the measures and guards of the labelled pairs, method_sha256 of the method's spec. evaluation is JSON, ids and
-- numbers only. is_spent: a held-out label that has decided a pass or a fail; it is a calibration label from then on.

create table calibrations (
    calibration_id varchar primary key,
    purpose varchar not null check (purpose in ('search', 'history')),
    policy_id varchar not null,
    method_id varchar not null,
    method_sha256 varchar not null,
    guards_id varchar not null,
    label_snapshot_id varchar not null,
    definition_id varchar not null,
    data_id varchar not null,
    strategy varchar not null,
    split_seed bigint not null,
    split_by varchar not null,
    code_version varchar not null,
    n_labels bigint not null,
    evaluation varchar not null,
    run_id varchar not null,
    made_at timestamp not null
);

create table calibration_labels (
    calibration_id varchar not null,
    label_id varchar not null,
    document_id_l varchar not null,
    document_id_r varchar not null,
    language varchar not null,
    side varchar not null check (side in ('calibration', 'held_out')),
    is_spent boolean not null,
    primary key (calibration_id, label_id)
);
