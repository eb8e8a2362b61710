-- Every decision with its measures, guards and reason, and one URL of each side.
--
-- reads   decisions, verified_pairs, pair_guards, captures

with

guards as (
    select
        document_id_l,
        document_id_r,
        string_agg(guard || ': ' || detail, '; ' order by guard, detail) as guards
    from pair_guards
    group by all
),

addresses as (
    select
        document_id,
        min(url) as url
    from captures
    where document_id is not null
    group by document_id
)

select
    decisions.purpose,
    decisions.method_id,
    decisions.document_id_l,
    decisions.document_id_r,
    addresses_l.url as url_l,
    addresses_r.url as url_r,
    decisions.verdict,
    decisions.reason,
    verified_pairs.hamming,
    verified_pairs.jaccard,
    verified_pairs.containment,
    verified_pairs.minhash_jaccard,
    coalesce(guards.guards, '') as guards,
    decisions.guards_id,
    decisions.policy_id,
    decisions.label_id,
    decisions.constraint_id,
    decisions.run_id,
    decisions.decided_at
from decisions
left join verified_pairs
    on
        decisions.method_id = verified_pairs.method_id
        and decisions.document_id_l = verified_pairs.document_id_l
        and decisions.document_id_r = verified_pairs.document_id_r
left join guards
    on
        decisions.document_id_l = guards.document_id_l
        and decisions.document_id_r = guards.document_id_r
left join addresses as addresses_l on decisions.document_id_l = addresses_l.document_id
left join addresses as addresses_r on decisions.document_id_r = addresses_r.document_id
order by decisions.purpose, decisions.method_id, decisions.document_id_l, decisions.document_id_r;
