-- People's verdicts on pairs (append-only), dated must-not-merge constraints, and the policies that labels justify.
-- is_blind: the similarity was hidden from the annotator. inclusion: the known probability with which the pair was
-- sampled for labelling (null: it was chosen, not sampled). is_gold: the verdict is known, to check annotators.

create table labels (
    label_id varchar primary key,
    document_id_l varchar not null,
    document_id_r varchar not null,
    purpose varchar not null check (purpose in ('search', 'history')),
    verdict varchar not null check (verdict in ('same', 'different', 'unsure')),
    relation varchar,
    reason varchar,
    region varchar,
    annotator varchar not null,
    method_id varchar,
    similarity double,
    is_blind boolean,
    inclusion double,
    is_gold boolean,
    is_adjudication boolean,
    supersedes varchar,
    origin varchar,
    labelled_at timestamp not null,
    check (document_id_l < document_id_r)
);

-- The captures that carried a labelled document when its label came in: when an extractor later gives them another
-- document, the pair is offered to people again.
create table label_captures (
    document_id varchar not null,
    capture_id varchar not null,
    primary key (document_id, capture_id)
);

create table constraints (
    constraint_id varchar primary key,
    document_id_l varchar not null,
    document_id_r varchar not null,
    purpose varchar not null check (purpose in ('search', 'history')),
    is_lifted boolean not null,
    reason varchar not null,
    actor varchar not null,
    made_at timestamp not null,
    check (document_id_l < document_id_r)
);

create table policies (
    policy_id varchar not null,
    purpose varchar not null check (purpose in ('search', 'history')),
    method_id varchar not null,
    language varchar not null,
    kind varchar not null,
    length_band varchar not null,
    measure varchar not null,
    merge_at double,
    review_at double not null,
    calibration_id varchar not null,
    status varchar not null check (status in ('candidate', 'active', 'retired')),
    made_at timestamp not null,
    primary key (policy_id, language, kind, length_band)
);
