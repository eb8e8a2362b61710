-- One row a purpose: what is merged now, counted for what must not be.
--
-- reads   merged_documents, projection_faults, documents, sound_captures
-- params  $purposes

with

wanted as (
    select unnest($purposes) as purpose
),

hidden as (
    select
        purpose,
        document_id,
        representative_id
    from merged_documents
    where representative_id is not null and representative_id <> document_id
),

survivor_counts as (
    select
        hidden.purpose,
        count(*) as n_hidden,
        count(*) filter (
            where chained.representative_id is distinct from hidden.representative_id
        ) as n_without_survivor,
        count(*) filter (
            where merged.document_id is null or survivors.document_id is null
        ) as n_unknown
    from hidden
    left join merged_documents as chained
        on hidden.purpose = chained.purpose and hidden.representative_id = chained.document_id
    left join documents as merged on hidden.document_id = merged.document_id
    left join documents as survivors on hidden.representative_id = survivors.document_id
    group by hidden.purpose
),

difference_counts as (
    select
        purpose,
        count(*) as n_unlike_ledger
    from projection_faults
    group by purpose
),

site_documents as (
    select distinct
        site,
        document_id
    from sound_captures
),

site_shares as (
    select
        wanted.purpose,
        site_documents.site,
        count(hidden.document_id) / count(*) as hidden_share
    from wanted
    cross join site_documents
    left join hidden
        on wanted.purpose = hidden.purpose and site_documents.document_id = hidden.document_id
    group by wanted.purpose, site_documents.site
    having count(*) >= 20
),

worst_sites as (
    select
        purpose,
        max(hidden_share) as largest_site_share
    from site_shares
    group by purpose
)

select
    wanted.purpose,
    coalesce(survivor_counts.n_hidden, 0) as n_hidden,
    coalesce(survivor_counts.n_without_survivor, 0) as n_without_survivor,
    coalesce(survivor_counts.n_unknown, 0) as n_unknown,
    coalesce(difference_counts.n_unlike_ledger, 0) as n_unlike_ledger,
    coalesce(worst_sites.largest_site_share, 0) as largest_site_share
from wanted
left join survivor_counts on wanted.purpose = survivor_counts.purpose
left join difference_counts on wanted.purpose = difference_counts.purpose
left join worst_sites on wanted.purpose = worst_sites.purpose
order by wanted.purpose;
