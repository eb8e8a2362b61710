-- What a day's crawl came to: one row of counts.
--
-- reads   captures, sound_captures, documents, version_links
-- params  $day

with

came as (
    select
        count(*) as n_captures,
        count(*) filter (where outcome = 'ok') as n_ok,
        count(*) filter (where outcome is null) as n_unextracted,
        count(distinct site) as n_sites,
        count(distinct url) as n_urls,
        count(distinct document_id) as n_documents
    from captures
    where day = $day
),

sound as (
    select
        count(*) as n_sound,
        count(distinct document_id) as n_sound_documents
    from sound_captures
    where day = $day
),

earlier as (
    select count(distinct captures.document_id) as n_seen_before
    from captures
    where
        captures.day = $day
        and exists (
            select 1
            from captures as past
            where past.day < $day and past.document_id = captures.document_id
        )
),

links as (
    select
        count(*) as n_links,
        count(*) filter (where version_links.is_changed) as n_changed
    from version_links
    inner join captures on version_links.capture_id_newer = captures.capture_id
    where captures.day = $day
)

select
    came.n_captures,
    came.n_ok,
    came.n_unextracted,
    came.n_sites,
    came.n_urls,
    came.n_documents,
    sound.n_sound,
    sound.n_sound_documents,
    earlier.n_seen_before,
    links.n_links,
    links.n_changed
from came
cross join sound
cross join earlier
cross join links;
