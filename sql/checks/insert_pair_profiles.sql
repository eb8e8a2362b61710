-- How many of a day's documents have candidates, and the largest group around one document, for each site and for all.
-- A partner counts only when it was carried on that day or before: a day's figures stay what they were.
--
-- reads   candidate_pairs, sound_captures
-- writes  day_profiles
-- params  $days, $method_id

insert into day_profiles
with

wanted_days as (
    select unnest($days::date[]) as day
),

carried as (
    select distinct
        sound_captures.day,
        sound_captures.site,
        sound_captures.document_id
    from sound_captures
    inner join wanted_days on sound_captures.day = wanted_days.day
),

ends as (
    select
        candidate_pairs.document_id_l as document_id,
        candidate_pairs.document_id_r as partner_id
    from candidate_pairs
    where candidate_pairs.method_id = $method_id
    union all
    select
        candidate_pairs.document_id_r as document_id,
        candidate_pairs.document_id_l as partner_id
    from candidate_pairs
    where candidate_pairs.method_id = $method_id
),

touching as (
    select
        carried.day,
        carried.site,
        carried.document_id,
        ends.partner_id
    from carried
    inner join ends on carried.document_id = ends.document_id
),

first_days as (
    select
        document_id,
        min(day) as day
    from sound_captures
    where document_id in (select touching.partner_id from touching)
    group by document_id
),

groups as (
    select
        touching.day,
        touching.site,
        touching.document_id,
        count(*) + 1 as n_documents
    from touching
    inner join first_days on touching.partner_id = first_days.document_id
    where first_days.day <= touching.day
    group by touching.day, touching.site, touching.document_id
),

sized as (
    select
        carried.day,
        carried.document_id,
        coalesce(groups.n_documents, 1) as n_documents,
        unnest(if(carried.site = '', [''], [carried.site, ''])) as site
    from carried
    left join groups
        on
            carried.day = groups.day
            and carried.site = groups.site
            and carried.document_id = groups.document_id
),

figures as (
    select
        day,
        site,
        max(n_documents) as largest_group,
        avg((n_documents > 1)::integer) as grouped_share,
        count(*) as n_documents
    from sized
    group by day, site
)

select
    day,
    site,
    'largest_group' as metric,
    '' as part,
    largest_group as figure,
    n_documents as n_rows
from figures
union all
select
    day,
    site,
    'grouped_share' as metric,
    '' as part,
    grouped_share as figure,
    n_documents as n_rows
from figures;
