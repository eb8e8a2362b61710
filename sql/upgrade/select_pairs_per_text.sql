-- How many pairs a method proposes for each document that it has signed.
--
-- reads   candidate_pairs, fingerprints
-- params  $method_id

with

pairs as (
    select count(*) as n_pairs
    from candidate_pairs
    where method_id = $method_id
),

texts as (
    select count(*) as n_texts
    from fingerprints
    where method_id = $method_id
)

select pairs.n_pairs / greatest(texts.n_texts, 1)::double as pairs_per_text
from pairs
cross join texts;
