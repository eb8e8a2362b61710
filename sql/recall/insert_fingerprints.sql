-- A temporary table in the place of fingerprints: those of planted copies, beside their neighbours'.
--
-- reads   fingerprints, canary_neighbours, planted_fingerprints (registered)
-- writes  fingerprints (temporary)
-- params  $method_id

create temp table fingerprints as
select
    method_id,
    document_id,
    simhash,
    simhash_high,
    minhash,
    n_features
from fingerprints
where method_id = $method_id and document_id in (select canary_neighbours.document_id from canary_neighbours)
union all by name
select *
from planted_fingerprints;
