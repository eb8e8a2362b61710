-- Candidate pairs compared exactly. jaccard and containment over the method's shingle sets; containment is the share
-- of the smaller set that the larger holds; hamming in bits; minhash_jaccard is the signatures' estimate.

create table verified_pairs (
    method_id varchar not null,
    document_id_l varchar not null,
    document_id_r varchar not null,
    hamming smallint,
    jaccard double not null,
    containment double not null,
    minhash_jaccard double,
    run_id varchar not null,
    check (document_id_l < document_id_r)
);
