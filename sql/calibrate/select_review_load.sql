-- How many stored, unguarded pairs lie at each similarity (in thousandths), by stratum and measure: what a threshold
-- would send to people or merge. Pairs that a person has judged are no load.
--
-- reads   open_pairs (temporary), pair_guards, pair_labels
-- params  $purpose

with

loose as (
    select open_pairs.*
    from open_pairs
    where
        not exists (
            select 1
            from pair_guards
            where
                pair_guards.document_id_l = open_pairs.document_id_l
                and pair_guards.document_id_r = open_pairs.document_id_r
                and pair_guards.guards_id = open_pairs.guards_id
        )
        and not exists (
            select 1
            from pair_labels
            where
                pair_labels.purpose = $purpose
                and pair_labels.document_id_l = open_pairs.document_id_l
                and pair_labels.document_id_r = open_pairs.document_id_r
        )
),

measured as (
    select
        loose.language,
        loose.kind,
        loose.length_band,
        unnest(['jaccard', 'containment', 'minhash_jaccard', 'hamming', 'aligned']) as measure,
        unnest([
            loose.jaccard, loose.containment, loose.minhash_jaccard, 1 - loose.hamming / 64, loose.aligned
        ]) as similarity
    from loose
)

select
    language,
    kind,
    length_band,
    measure,
    cast(floor(1000 * similarity) as integer) as thousandth,
    count(*) as n_pairs
from measured
where similarity is not null
group by all
order by all;
