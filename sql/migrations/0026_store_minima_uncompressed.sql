-- Minima are as random as can be: looking for a compression took longer than all else of entering them, and found none.

create table uncompressed_fingerprints ( -- noqa: PRS
    method_id varchar not null,
    document_id varchar not null,
    simhash bigint,
    simhash_high bigint,
    minhash blob using compression uncompressed,
    n_features bigint not null,
    n_shingles bigint not null,
    run_id varchar not null
);

insert into uncompressed_fingerprints
select * from fingerprints;

drop table fingerprints;

alter table uncompressed_fingerprints rename to fingerprints;
