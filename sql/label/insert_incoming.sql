-- Empty tables for the rows of a file of labels, for what is wrong with it, and for what is known already.
--
-- writes  incoming_labels, incoming_faults, named_documents, stored_labels (of the scratch database)

create or replace table incoming_labels (
    line bigint,
    name_l varchar,
    name_r varchar,
    label_id varchar,
    purpose varchar,
    verdict varchar,
    relation varchar,
    reason varchar,
    region varchar,
    annotator varchar,
    method_id varchar,
    supersedes varchar,
    origin varchar,
    similarity double,
    inclusion double,
    is_blind boolean,
    is_gold boolean,
    is_adjudication boolean,
    labelled_at timestamp
);

create or replace table incoming_faults (
    line bigint,
    message varchar
);

create or replace table named_documents (
    name varchar,
    document_id varchar,
    n_documents bigint,
    outcome varchar
);

create or replace table stored_labels (
    label_id varchar,
    document_id_l varchar,
    document_id_r varchar,
    purpose varchar,
    verdict varchar,
    annotator varchar
);
