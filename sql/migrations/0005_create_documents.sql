-- Distinct content, whoever extracted it and whenever. shard and shard_row locate one extraction that holds its text.
-- text_sha256 is of the normalised main text alone: documents that share it differ in title or facts.

create table documents (
    document_id varchar not null,
    language varchar not null,
    kind varchar not null,
    length_band varchar not null,
    n_tokens bigint not null,
    n_characters bigint not null,
    title varchar not null,
    sku varchar,
    price decimal(18, 4),
    currency varchar,
    text_sha256 varchar not null,
    shard varchar not null,
    shard_row bigint not null,
    run_id varchar not null
);
