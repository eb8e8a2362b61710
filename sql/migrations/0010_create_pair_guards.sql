-- Named reasons why a pair must not be merged whatever its similarity. A property of two contents, so of no method.
-- guard_checks says which pairs were looked at under which guards_id (version of rules and lexicons). aligned is the
-- share of tokens of both texts that correspond in order, covered the same of the shorter text.

create table pair_guards (
    document_id_l varchar not null,
    document_id_r varchar not null,
    guards_id varchar not null,
    guard varchar not null,
    detail varchar not null,
    check (document_id_l < document_id_r)
);

create table guard_checks (
    document_id_l varchar not null,
    document_id_r varchar not null,
    guards_id varchar not null,
    aligned double not null,
    covered double not null,
    run_id varchar not null
);
