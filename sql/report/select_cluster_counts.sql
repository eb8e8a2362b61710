-- How many proposed clusters touch a day, and how many there are at all, by purpose.
--
-- reads   captures, clusters_in_use
-- params  $day

with

of_day as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
),

clusters as (
    select
        purpose,
        cluster_id,
        count(*) as n_documents,
        bool_or(document_id in (select of_day.document_id from of_day)) as is_touched
    from clusters_in_use
    group by purpose, cluster_id
)

select
    purpose,
    count(*) as n_clusters,
    count(*) filter (where is_touched) as n_touched,
    coalesce(sum(n_documents) filter (where is_touched), 0) as n_documents_touched,
    max(n_documents) filter (where is_touched) as largest_touched
from clusters
group by purpose
order by purpose desc;
