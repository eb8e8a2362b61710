-- One row a method: the verified pairs that touch the day's sound documents, counted for what must not be.
--
-- reads   sound_captures, candidate_pairs, verified_pairs
-- params  $day, $method_ids

with

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
),

proposed as (
    select distinct
        method_id,
        document_id_l,
        document_id_r
    from candidate_pairs
    where
        document_id_l in (select of_day.document_id from of_day)
        or document_id_r in (select of_day.document_id from of_day)
),

compared as (
    select *
    from verified_pairs
    where
        document_id_l in (select of_day.document_id from of_day)
        or document_id_r in (select of_day.document_id from of_day)
),

joined as (
    select
        coalesce(proposed.method_id, compared.method_id) as method_id,
        compared.method_id is null as is_uncompared,
        proposed.method_id is null as is_unproposed,
        compared.jaccard,
        compared.containment,
        compared.hamming,
        compared.minhash_jaccard
    from proposed
    full outer join compared
        on
            proposed.method_id = compared.method_id
            and proposed.document_id_l = compared.document_id_l
            and proposed.document_id_r = compared.document_id_r
),

counted as (
    select
        method_id,
        count(*) filter (where not is_uncompared) as n_pairs,
        count(*) filter (where is_uncompared) as n_uncompared,
        count(*) filter (where is_unproposed) as n_unproposed,
        count(*) filter (
            where
            jaccard not between 0 and 1
            or containment not between 0 and 1
            or coalesce(minhash_jaccard, 0) not between 0 and 1
            or coalesce(hamming, 0) not between 0 and 128
        ) as n_out_of_range,
        count(*) filter (where containment < jaccard - 1e-9) as n_contradictory,
        avg(abs(minhash_jaccard - jaccard)) as mean_estimate_error
    from joined
    group by method_id
),

repeated as (
    select
        method_id,
        count(*) - count(distinct document_id_l || document_id_r) as n_repeated
    from compared
    group by method_id
),

wanted as (
    select unnest($method_ids) as method_id
    union
    select method_id
    from counted
)

select
    wanted.method_id,
    coalesce(counted.n_pairs, 0) as n_pairs,
    coalesce(counted.n_uncompared, 0) as n_uncompared,
    coalesce(counted.n_unproposed, 0) as n_unproposed,
    coalesce(counted.n_out_of_range, 0) as n_out_of_range,
    coalesce(counted.n_contradictory, 0) as n_contradictory,
    coalesce(counted.mean_estimate_error, 0) as mean_estimate_error,
    coalesce(repeated.n_repeated, 0) as n_repeated
from wanted
left join counted on wanted.method_id = counted.method_id
left join repeated on wanted.method_id = repeated.method_id
order by wanted.method_id;
