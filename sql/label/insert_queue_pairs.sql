-- Pairs that can be judged: every decided pair of sound documents, with its stratum (language and tenth of similarity),
-- the thresholds in force, whether guards hold, and a permanent random number between 0 and 1.
--
-- reads   decisions, sound_documents, pair_guards, policies, opinions (temporary)
-- writes  queue_pairs (temporary)
-- params  $purpose, $method_id, $review_at, $seed, $per_stratum (pairs wanted of each stratum)

create or replace temp table queue_pairs as
with

sound as (
    select
        document_id,
        language,
        kind,
        length_band
    from sound_documents
),

guarded as (
    select distinct
        document_id_l,
        document_id_r,
        guards_id
    from pair_guards
),

placed as (
    select
        decisions.document_id_l,
        decisions.document_id_r,
        decisions.method_id,
        decisions.verdict,
        decisions.similarity,
        decisions.policy_id,
        guarded.document_id_l is not null as is_guarded,
        case when sound_l.language = sound_r.language then sound_l.language else 'mixed' end as language,
        case when sound_l.kind = sound_r.kind then sound_l.kind else 'mixed' end as kind,
        case
            when 'short' in (sound_l.length_band, sound_r.length_band) then 'short'
            when 'medium' in (sound_l.length_band, sound_r.length_band) then 'medium'
            else 'long'
        end as length_band,
        floor(10 * least(decisions.similarity, 0.999)) as tenth,
        cast('0x' || left(md5($seed || decisions.document_id_l || decisions.document_id_r), 12) as ubigint)
        / 281474976710656.0 as random_number
    from decisions
    inner join sound as sound_l on decisions.document_id_l = sound_l.document_id
    inner join sound as sound_r on decisions.document_id_r = sound_r.document_id
    left join guarded
        on
            decisions.document_id_l = guarded.document_id_l
            and decisions.document_id_r = guarded.document_id_r
            and decisions.guards_id = guarded.guards_id
    where decisions.purpose = $purpose and decisions.method_id = $method_id
)

select
    placed.*,
    policies.merge_at,
    coalesce(policies.review_at, $review_at) as review_at,
    least(1.0, $per_stratum / count(*) over (partition by placed.language, placed.tenth)) as inclusion,
    coalesce(opinions.n_annotators, 0) as n_annotators,
    coalesce(opinions.is_mine, false) as is_mine,
    coalesce(opinions.is_sampled, false) as is_sampled
from placed
left join policies
    on
        placed.policy_id = policies.policy_id
        and placed.language = policies.language
        and policies.kind in (placed.kind, '*')
        and policies.length_band in (placed.length_band, '*')
left join opinions
    on placed.document_id_l = opinions.document_id_l and placed.document_id_r = opinions.document_id_r
qualify
    row_number() over (
        partition by placed.document_id_l, placed.document_id_r
        order by policies.kind = '*', policies.length_band = '*'
    ) = 1;
