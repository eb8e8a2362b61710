-- One row a purpose: the proposed clusters, counted for what must not be.
--
-- reads   clusters_in_use, verified_pairs, sound_documents, sound_captures
-- params  $purposes

with

wanted as (
    select unnest($purposes) as purpose
),

members as (
    select
        clusters_in_use.*,
        verified_pairs.jaccard is not null as has_own_edge
    from clusters_in_use
    left join verified_pairs
        on
            clusters_in_use.method_id = verified_pairs.method_id
            and least(clusters_in_use.document_id, clusters_in_use.representative_id)
            = verified_pairs.document_id_l
            and greatest(clusters_in_use.document_id, clusters_in_use.representative_id)
            = verified_pairs.document_id_r
),

clusters as (
    select
        purpose,
        cluster_id,
        count(*) as n_documents,
        count(*) filter (where role = 'representative') as n_representatives,
        count(distinct representative_id) as n_representatives_named,
        min(document_id) as smallest_id
    from members
    group by purpose, cluster_id
),

cluster_counts as (
    select
        purpose,
        count(*) as n_clusters,
        max(n_documents) as largest_size,
        count(*) filter (where n_representatives <> 1 or n_representatives_named <> 1) as n_unrepresented,
        count(*) filter (where cluster_id <> smallest_id) as n_misnamed,
        count(*) filter (where n_documents < 2) as n_alone
    from clusters
    group by purpose
),

member_counts as (
    select
        purpose,
        count(*) as n_members,
        count(*) - count(distinct document_id) as n_in_two,
        count(*) filter (where role = 'member' and not has_own_edge) as n_without_edge,
        count(*) filter (where role = 'bridged' and bridge_document_id is null) as n_bridged_by_nothing,
        count(distinct method_id) as n_methods
    from members
    group by purpose
),

stored as (
    select count(*) as n_sound
    from sound_documents
),

site_sizes as (
    select
        site,
        count(distinct document_id) as n_documents
    from sound_captures
    group by site
),

site_shares as (
    select
        members.purpose,
        sound_captures.site,
        members.cluster_id,
        count(distinct members.document_id) / any_value(site_sizes.n_documents) as site_share
    from members
    inner join sound_captures on members.document_id = sound_captures.document_id
    inner join site_sizes on sound_captures.site = site_sizes.site
    where site_sizes.n_documents >= 20
    group by members.purpose, sound_captures.site, members.cluster_id
),

worst_sites as (
    select
        purpose,
        max(site_share) as largest_site_share
    from site_shares
    group by purpose
)

select
    wanted.purpose,
    coalesce(cluster_counts.n_clusters, 0) as n_clusters,
    coalesce(cluster_counts.largest_size, 0) as largest_size,
    if(
        stored.n_sound >= 50,
        coalesce(cluster_counts.largest_size, 0) / stored.n_sound,
        0
    ) as largest_share,
    coalesce(worst_sites.largest_site_share, 0) as largest_site_share,
    coalesce(cluster_counts.n_unrepresented, 0) as n_unrepresented,
    coalesce(cluster_counts.n_misnamed, 0) as n_misnamed,
    coalesce(cluster_counts.n_alone, 0) as n_alone,
    coalesce(member_counts.n_in_two, 0) as n_in_two,
    coalesce(member_counts.n_without_edge, 0) as n_without_edge,
    coalesce(member_counts.n_bridged_by_nothing, 0) as n_bridged_by_nothing,
    coalesce(member_counts.n_methods, 0) as n_methods
from wanted
cross join stored
left join cluster_counts on wanted.purpose = cluster_counts.purpose
left join member_counts on wanted.purpose = member_counts.purpose
left join worst_sites on wanted.purpose = worst_sites.purpose
order by wanted.purpose;
