-- Neighbours in time among captures of one URL and variant that carry a document, for the chains that a day touches.
-- Files are no URLs: they have no site, and no chain.

create or replace macro version_chain(touched_day) as table (
    with

    touched as (
        select distinct
            url,
            variant
        from captures
        where day = touched_day and site <> ''
    ),

    dated as (
        select
            captures.url,
            captures.variant,
            captures.capture_id,
            captures.document_id,
            lead(captures.capture_id) over chain as capture_id_newer,
            lead(captures.document_id) over chain as document_id_newer
        from captures
        inner join touched on captures.url = touched.url and captures.variant = touched.variant
        where captures.document_id is not null and captures.site <> ''
        window chain as (
            partition by captures.url, captures.variant order by captures.fetched_at, captures.capture_id
        )
    )

    select
        url,
        variant,
        capture_id as capture_id_older,
        capture_id_newer,
        document_id as document_id_older,
        document_id_newer,
        document_id <> document_id_newer as is_changed
    from dated
    where capture_id_newer is not null
);
