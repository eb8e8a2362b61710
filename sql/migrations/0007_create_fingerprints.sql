-- Signatures of documents. uint64 values are seen as signed BIGINT; minhash is num_perm little-endian uint32.
-- Compared only within one method_id.

create table fingerprints (
    method_id varchar not null,
    document_id varchar not null,
    simhash bigint,
    simhash_high bigint,
    minhash blob,
    n_features bigint not null,
    n_shingles bigint not null,
    run_id varchar not null
);

create table fingerprint_bands (
    method_id varchar not null,
    document_id varchar not null,
    band_index smallint not null,
    band_key bigint not null
);

-- A signature of a whole page's text, kept per extraction for the boilerplate report; never a merge candidate.
create table page_fingerprints (
    method_id varchar not null,
    extraction_key varchar not null,
    simhash bigint,
    simhash_high bigint,
    minhash blob,
    n_features bigint not null,
    run_id varchar not null
);

-- Texts in which a method finds no features: looked at and not signed. text_id is a document_id or an extraction_key.
create table unsigned_texts (
    method_id varchar not null,
    text_id varchar not null,
    run_id varchar not null
);
