-- Every proposed pair with its measures, which index found it, and the guards that hold it apart.
--
-- reads   candidate_pairs, verified_pairs, pair_guards

with

guards as (
    select
        document_id_l,
        document_id_r,
        string_agg(guard || ': ' || detail, '; ' order by guard, detail) as guards
    from pair_guards
    group by all
)

select
    candidate_pairs.method_id,
    candidate_pairs.document_id_l,
    candidate_pairs.document_id_r,
    candidate_pairs.found_by,
    verified_pairs.hamming,
    verified_pairs.jaccard,
    verified_pairs.containment,
    verified_pairs.minhash_jaccard,
    coalesce(guards.guards, '') as guards
from candidate_pairs
left join verified_pairs
    on
        candidate_pairs.method_id = verified_pairs.method_id
        and candidate_pairs.document_id_l = verified_pairs.document_id_l
        and candidate_pairs.document_id_r = verified_pairs.document_id_r
left join guards
    on
        candidate_pairs.document_id_l = guards.document_id_l
        and candidate_pairs.document_id_r = guards.document_id_r
order by candidate_pairs.method_id, candidate_pairs.document_id_l, candidate_pairs.document_id_r;
