-- One row of counts over the wanted clusters: how many, the largest, and the largest share of a site of the day that
-- would be hidden behind representatives (in percent, of sites with at least $min_documents sound documents).
--
-- reads   wanted_clusters, sound_captures
-- params  $day, $min_documents

with

sites_of_day as (
    select distinct site
    from sound_captures
    where day = $day
),

sizes as (
    select
        cluster_id,
        count(*) as n_documents
    from wanted_clusters
    group by cluster_id
),

of_sites as (
    select distinct
        site,
        document_id
    from sound_captures
    where site in (select sites_of_day.site from sites_of_day)
),

shares as (
    select
        of_sites.site,
        100 * count(wanted_clusters.document_id) // count(*) as hidden_percent
    from of_sites
    left join wanted_clusters
        on of_sites.document_id = wanted_clusters.document_id and wanted_clusters.role = 'member'
    group by of_sites.site
    having count(*) >= $min_documents
)

select
    (select count(*) from sizes) as n_clusters,
    count(*) filter (where wanted_clusters.role = 'member') as n_members,
    count(*) filter (where wanted_clusters.role = 'bridged') as n_bridged,
    (select coalesce(max(sizes.n_documents), 0) from sizes) as largest_cluster,
    (select coalesce(max(shares.hidden_percent), 0) from shares) as largest_site_percent
from wanted_clusters;
