-- Stored pairs that a candidate policy would merge and the active one does not, or the other way round. Guarded pairs,
-- pairs that people have judged different or forbidden, and versions of one URL where changes are kept, are merged by
-- neither.
--
-- reads   open_pairs (temporary), new_rules, old_rules (registered by the caller), pair_guards, forbidden_pairs,
--         pair_labels, captures
-- writes  changed_pairs (temporary)
-- params  $purpose

create or replace temp table changed_pairs as
with

rules as (
    select
        'new' as side,
        new_rules.*
    from new_rules
    union all
    select
        'old' as side,
        old_rules.*
    from old_rules
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

loose as (
    select open_pairs.*
    from open_pairs
    left join versions
        on open_pairs.document_id_l = versions.document_id_l and open_pairs.document_id_r = versions.document_id_r
    where
        versions.document_id_l is null
        and not exists (
            select 1
            from pair_guards
            where
                pair_guards.document_id_l = open_pairs.document_id_l
                and pair_guards.document_id_r = open_pairs.document_id_r
                and pair_guards.guards_id = open_pairs.guards_id
        )
        and not exists (
            select 1
            from forbidden_pairs
            where
                forbidden_pairs.purpose = $purpose
                and forbidden_pairs.document_id_l = open_pairs.document_id_l
                and forbidden_pairs.document_id_r = open_pairs.document_id_r
        )
),

same as (
    select
        document_id_l,
        document_id_r
    from pair_labels
    where purpose = $purpose and verdict = 'same'
),

ruled as (
    select
        loose.document_id_l,
        loose.document_id_r,
        loose.language,
        loose.kind,
        loose.length_band,
        rules.side,
        rules.measure,
        rules.merge_at,
        similarity_of(
            rules.measure,
            loose.hamming,
            loose.jaccard,
            loose.containment,
            loose.minhash_jaccard,
            loose.aligned
        ) as similarity
    from loose
    inner join rules
        on
            loose.language = rules.language
            and rules.kind in (loose.kind, '*')
            and rules.length_band in (loose.length_band, '*')
    qualify
        row_number() over (
            partition by rules.side, loose.document_id_l, loose.document_id_r
            order by rules.kind = '*', rules.length_band = '*'
        ) = 1
),

merging as (
    select ruled.*
    from ruled
    left join same on ruled.document_id_l = same.document_id_l and ruled.document_id_r = same.document_id_r
    where ruled.merge_at is not null and (ruled.similarity >= ruled.merge_at or same.document_id_l is not null)
),

newly as (
    select *
    from merging
    where side = 'new'
),

before as (
    select *
    from merging
    where side = 'old'
)

select
    coalesce(newly.document_id_l, before.document_id_l) as document_id_l,
    coalesce(newly.document_id_r, before.document_id_r) as document_id_r,
    coalesce(newly.language, before.language) as language,
    coalesce(newly.kind, before.kind) as kind,
    coalesce(newly.length_band, before.length_band) as length_band,
    coalesce(newly.measure, before.measure) as measure,
    coalesce(newly.similarity, before.similarity) as similarity,
    case when before.document_id_l is null then 'newly merged' else 'released' end as direction
from newly
full outer join before
    on newly.document_id_l = before.document_id_l and newly.document_id_r = before.document_id_r
where newly.document_id_l is null or before.document_id_l is null;
