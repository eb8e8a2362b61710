-- The verdict of every open pair: a constraint or a `different` label holds first, then guards, then two versions of
-- one URL where changes are kept, then the policy.
--
-- reads   open_pairs, pair_guards, forbidden_pairs, pair_labels, policies, captures
-- writes  judged_pairs (temporary)
-- params  $purpose, $method_id, $review_at, $review_containment_at, $review_aligned_at, $run_id, $decided_at

create or replace temp table judged_pairs as
with

guards as (
    select
        open_pairs.document_id_l,
        open_pairs.document_id_r,
        string_agg(
            spoken(pair_guards.guard) || ' (' || pair_guards.detail || ')', '; '
            order by pair_guards.guard, pair_guards.detail
        ) as held_by
    from open_pairs
    inner join pair_guards
        on
            open_pairs.document_id_l = pair_guards.document_id_l
            and open_pairs.document_id_r = pair_guards.document_id_r
            and open_pairs.guards_id = pair_guards.guards_id
    group by all
),

never as (
    select
        document_id_l,
        document_id_r,
        min(constraint_id) as constraint_id,
        min(label_id) as label_id,
        min(reason) as reason
    from forbidden_pairs
    where purpose = $purpose
    group by all
),

same as (
    select
        document_id_l,
        document_id_r,
        label_id,
        annotator
    from pair_labels
    where purpose = $purpose and verdict = 'same'
),

versions as (
    select distinct
        open_pairs.document_id_l,
        open_pairs.document_id_r
    from open_pairs
    inner join captures as captures_l on open_pairs.document_id_l = captures_l.document_id
    inner join captures as captures_r
        on
            open_pairs.document_id_r = captures_r.document_id
            and captures_l.url = captures_r.url
            and captures_l.variant = captures_r.variant
    where $purpose = 'history'
),

ruled as (
    select
        open_pairs.document_id_l,
        open_pairs.document_id_r,
        policies.policy_id,
        policies.measure,
        policies.merge_at,
        policies.review_at
    from open_pairs
    inner join policies
        on
            policies.purpose = $purpose
            and policies.method_id = $method_id
            and policies.status = 'active'
            and open_pairs.language = policies.language
            and policies.kind in (open_pairs.kind, '*')
            and policies.length_band in (open_pairs.length_band, '*')
    qualify
        row_number() over (
            partition by open_pairs.document_id_l, open_pairs.document_id_r
            order by policies.kind = '*', policies.length_band = '*', policies.policy_id desc
        ) = 1
),

weighed as (
    select
        open_pairs.*,
        guards.held_by,
        never.reason as never_because,
        never.constraint_id,
        coalesce(never.label_id, same.label_id) as label_id,
        same.annotator as same_by,
        versions.document_id_l is not null as is_version,
        ruled.policy_id,
        ruled.merge_at,
        coalesce(ruled.measure, 'jaccard') as measure,
        coalesce(ruled.review_at, $review_at) as review_at,
        similarity_of(
            ruled.measure,
            open_pairs.hamming,
            open_pairs.jaccard,
            open_pairs.containment,
            open_pairs.minhash_jaccard,
            open_pairs.aligned
        ) as similarity
    from open_pairs
    left join guards
        on open_pairs.document_id_l = guards.document_id_l and open_pairs.document_id_r = guards.document_id_r
    left join never
        on open_pairs.document_id_l = never.document_id_l and open_pairs.document_id_r = never.document_id_r
    left join same
        on open_pairs.document_id_l = same.document_id_l and open_pairs.document_id_r = same.document_id_r
    left join versions
        on open_pairs.document_id_l = versions.document_id_l and open_pairs.document_id_r = versions.document_id_r
    left join ruled
        on open_pairs.document_id_l = ruled.document_id_l and open_pairs.document_id_r = ruled.document_id_r
),

judged as (
    select
        *,
        case
            when never_because is not null or held_by is not null or is_version then 'keep'
            when merge_at is not null and (same_by is not null or similarity >= merge_at) then 'merge'
            when
                same_by is not null
                or similarity >= review_at
                or containment >= $review_containment_at
                or aligned >= $review_aligned_at
                then 'review'
            else 'keep'
        end as verdict,
        cast(round(100 * jaccard) as integer) || ' % of word sequences shared, '
        || cast(round(100 * aligned) as integer) || ' % of words in order'
            as likeness
    from weighed
)

select
    $purpose as purpose,
    $method_id as method_id,
    document_id_l,
    document_id_r,
    verdict,
    case
        when never_because is not null
            then 'never: ' || never_because || coalesce('; also held apart by ' || held_by, '')
        when held_by is not null then likeness || '; held apart by ' || held_by
        when is_version then likeness || '; two versions of one URL, both are kept'
        when verdict = 'merge' and same_by is not null then likeness || '; judged same by ' || same_by
        when verdict = 'merge' then likeness || '; ' || measure || ' is at or above ' || merge_at
        when same_by is not null
            then likeness || '; judged same by ' || same_by || ', and no policy allows merging this kind'
        when verdict = 'review' and policy_id is null then likeness || '; no policy yet, so a person looks'
        when verdict = 'review' then likeness || '; under the threshold for merging'
        else likeness || '; too little in common'
    end as reason,
    measure,
    similarity,
    guards_id,
    policy_id,
    label_id,
    constraint_id,
    $run_id as run_id,
    $decided_at as decided_at
from judged
order by document_id_l, document_id_r;
