-- One row a method: the candidate pairs that touch the day's sound documents, counted for what must not be. The pairs
-- that a retired version left say nothing about the day.
--
-- reads   sound_captures, candidate_pairs, fingerprints, methods, hot_buckets
-- params  $day, $method_ids

with

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
),

pairs as (
    select
        method_id,
        document_id_l,
        document_id_r,
        found_by
    from candidate_pairs
    where
        document_id_l in (select of_day.document_id from of_day)
        or document_id_r in (select of_day.document_id from of_day)
),

ends as (
    select
        method_id,
        document_id_l as document_id
    from pairs
    union all
    select
        method_id,
        document_id_r as document_id
    from pairs
),

degrees as (
    select
        method_id,
        document_id,
        count(*) as n_pairs
    from ends
    group by method_id, document_id
),

ends_seen as (
    select
        degrees.method_id,
        max(degrees.n_pairs) as largest_degree,
        count(*) filter (where fingerprints.document_id is null) as n_ends_unsigned
    from degrees
    left join fingerprints
        on degrees.method_id = fingerprints.method_id and degrees.document_id = fingerprints.document_id
    group by degrees.method_id
),

counted as (
    select
        method_id,
        count(*) as n_pairs,
        count(*) - count(distinct document_id_l || document_id_r) as n_repeated,
        count(*) filter (where document_id_l >= document_id_r) as n_unordered,
        count(*) filter (where trim(found_by) = '') as n_unexplained
    from pairs
    group by method_id
),

skipped as (
    select
        method_id,
        count(*) as n_hot_buckets,
        sum(n_pairs_skipped) as n_pairs_skipped
    from hot_buckets
    where day = $day
    group by method_id
),

wanted as (
    select unnest($method_ids) as method_id
    union
    select method_id
    from counted
),

sizes as (
    select count(*) as n_documents
    from of_day
)

select
    wanted.method_id,
    sizes.n_documents,
    coalesce(counted.n_pairs, 0) as n_pairs,
    coalesce(counted.n_pairs, 0) / greatest(sizes.n_documents, 1) as pairs_per_document,
    coalesce(counted.n_repeated, 0) as n_repeated,
    coalesce(counted.n_unordered, 0) as n_unordered,
    coalesce(counted.n_unexplained, 0) as n_unexplained,
    coalesce(ends_seen.n_ends_unsigned, 0) as n_ends_unsigned,
    coalesce(ends_seen.largest_degree, 0) as largest_degree,
    coalesce(skipped.n_hot_buckets, 0) as n_hot_buckets,
    coalesce(skipped.n_pairs_skipped, 0) as n_pairs_skipped,
    coalesce(counted.n_pairs, 0) > 0 and methods.method_id is null as is_method_unfit
from wanted
cross join sizes
left join counted on wanted.method_id = counted.method_id
left join ends_seen on wanted.method_id = ends_seen.method_id
left join skipped on wanted.method_id = skipped.method_id
left join methods on wanted.method_id = methods.method_id
where methods.status is distinct from 'retired'
order by wanted.method_id;
