-- For each site the document with most candidates among the day's, and a few of those: what a sudden group consists of.
--
-- reads   candidate_pairs, sound_captures
-- params  $day, $method_id, $n_samples

with

carried as (
    select distinct
        site,
        document_id
    from sound_captures
    where day = $day
),

ends as (
    select
        document_id_l as document_id,
        document_id_r as partner_id
    from candidate_pairs
    where method_id = $method_id
    union all
    select
        document_id_r as document_id,
        document_id_l as partner_id
    from candidate_pairs
    where method_id = $method_id
),

groups as (
    select
        carried.site,
        carried.document_id,
        count(*) as n_partners,
        min(ends.partner_id, $n_samples) as partner_ids
    from carried
    inner join ends on carried.document_id = ends.document_id
    group by carried.site, carried.document_id
)

select
    site,
    list_prepend(document_id, partner_ids) as sample_ids,
    n_partners + 1 as n_documents
from groups
qualify row_number() over (partition by site order by n_partners desc, document_id asc) = 1;
