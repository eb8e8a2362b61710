-- One row a purpose: the decisions on pairs of the day's sound documents, counted for what must not be.
--
-- reads   sound_captures, decisions, verified_pairs, pair_guards, policies
-- params  $day, $purposes, $deciding_methods (one method id a purpose, in the same order)

with

wanted as (
    select
        unnest($purposes) as purpose,
        unnest($deciding_methods) as method_id
),

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
),

allowed as (
    select distinct
        policy_id,
        purpose
    from policies
    where merge_at is not null
),

guarded as (
    select distinct
        document_id_l,
        document_id_r
    from pair_guards
),

compared as (
    select
        wanted.purpose,
        verified_pairs.method_id,
        verified_pairs.document_id_l,
        verified_pairs.document_id_r
    from verified_pairs
    inner join wanted on verified_pairs.method_id = wanted.method_id
    where
        verified_pairs.document_id_l in (select of_day.document_id from of_day)
        or verified_pairs.document_id_r in (select of_day.document_id from of_day)
),

judged as (
    select *
    from decisions
    where
        document_id_l in (select of_day.document_id from of_day)
        or document_id_r in (select of_day.document_id from of_day)
),

undecided as (
    select
        compared.purpose,
        count(*) as n_undecided
    from compared
    anti join judged
        on
            compared.purpose = judged.purpose
            and compared.method_id = judged.method_id
            and compared.document_id_l = judged.document_id_l
            and compared.document_id_r = judged.document_id_r
    group by compared.purpose
),

counted as (
    select
        judged.purpose,
        count(*) as n_decisions,
        count(*) - count(distinct judged.method_id || judged.document_id_l || judged.document_id_r) as n_repeated,
        count(*) filter (where judged.verdict = 'merge' and allowed.policy_id is null) as n_merged_without_policy,
        count(*) filter (where judged.verdict = 'merge' and guarded.document_id_l is not null) as n_merged_guarded,
        count(*) filter (where trim(judged.reason) = '') as n_unexplained,
        count(*) filter (where judged.similarity not between 0 and 128) as n_out_of_range,
        count(*) filter (where verified_pairs.document_id_l is null) as n_unverified
    from judged
    left join guarded
        on judged.document_id_l = guarded.document_id_l and judged.document_id_r = guarded.document_id_r
    left join allowed
        on judged.policy_id = allowed.policy_id and judged.purpose = allowed.purpose
    left join verified_pairs
        on
            judged.method_id = verified_pairs.method_id
            and judged.document_id_l = verified_pairs.document_id_l
            and judged.document_id_r = verified_pairs.document_id_r
    group by judged.purpose
)

select
    wanted.purpose,
    coalesce(counted.n_decisions, 0) as n_decisions,
    coalesce(counted.n_repeated, 0) as n_repeated,
    coalesce(counted.n_merged_without_policy, 0) as n_merged_without_policy,
    coalesce(counted.n_merged_guarded, 0) as n_merged_guarded,
    coalesce(counted.n_unexplained, 0) as n_unexplained,
    coalesce(counted.n_out_of_range, 0) as n_out_of_range,
    coalesce(counted.n_unverified, 0) as n_unverified,
    coalesce(undecided.n_undecided, 0) as n_undecided
from wanted
left join counted on wanted.purpose = counted.purpose
left join undecided on wanted.purpose = undecided.purpose
order by wanted.purpose;
