-- The largest proposed clusters that touch a day, one row a document shown: representative first.
--
-- reads   captures, clusters_in_use, documents, verified_pairs
-- params  $day, $purpose, $clusters (how many), $members (how many of each)

with

touched as (
    select distinct clusters_in_use.cluster_id
    from clusters_in_use
    inner join captures on clusters_in_use.document_id = captures.document_id
    where captures.day = $day and clusters_in_use.purpose = $purpose
),

members as (
    select
        clusters_in_use.*,
        count(*) over (partition by clusters_in_use.cluster_id) as n_documents
    from clusters_in_use
    inner join touched on clusters_in_use.cluster_id = touched.cluster_id
    where clusters_in_use.purpose = $purpose
),

largest as (
    select *
    from members
    qualify dense_rank() over (order by n_documents desc, cluster_id asc) <= $clusters
),

shown as (
    select *
    from largest
    qualify
        row_number() over (
            partition by cluster_id
            order by role <> 'representative', role, document_id
        ) <= $members
)

select
    shown.cluster_id,
    shown.n_documents,
    shown.document_id,
    shown.role,
    shown.reason,
    documents.title,
    documents.language,
    documents.n_tokens,
    documents.shard,
    documents.shard_row,
    verified_pairs.jaccard,
    verified_pairs.containment
from shown
inner join documents on shown.document_id = documents.document_id
left join verified_pairs
    on
        shown.method_id = verified_pairs.method_id
        and least(shown.document_id, shown.representative_id) = verified_pairs.document_id_l
        and greatest(shown.document_id, shown.representative_id) = verified_pairs.document_id_r
order by
    shown.n_documents desc,
    shown.cluster_id asc,
    shown.role <> 'representative' asc,
    shown.role asc,
    shown.document_id asc;
