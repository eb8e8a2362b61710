-- What each of some sites of a day ('' for the whole day) holds and what became of it, as one digest: a person's
-- release is for this content. A site without captures has the digest of nothing.
--
-- reads   captures
-- params  $day, $sites

with

wanted as (
    select distinct unnest($sites::varchar[]) as site
),

of_day as (
    select
        capture_id,
        outcome,
        document_id,
        unnest(if(site = '', [''], [site, ''])) as site
    from captures
    where day = $day
)

select
    wanted.site,
    sha256(
        coalesce(
            string_agg(
                of_day.capture_id || ':' || coalesce(of_day.outcome, '') || ':' || coalesce(of_day.document_id, ''),
                ',' order by of_day.capture_id
            ),
            ''
        )
    ) as content_sha256
from wanted
left join of_day on wanted.site = of_day.site
group by wanted.site;
