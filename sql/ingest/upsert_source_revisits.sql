-- Resolve waiting revisits: the capture named by record id, or by URL and time, or by payload digest; of several,
-- one of the same file first, then the earliest. The id of the revisit's own capture is that of sources.capture_id.
-- A revisit without status or media type of its own (304 Not Modified) has those of its original.
--
-- reads   captures, payload_digests
-- writes  source_revisits.capture_id, original_capture_id

with

waiting as (
    select *
    from source_revisits
    where capture_id is null
),

candidates as (
    select
        waiting.day,
        waiting.source_name,
        waiting.source_file,
        waiting.source_offset,
        captures.capture_id as original_capture_id
    from waiting
    inner join captures on waiting.refers_to_id = captures.source_id
    where waiting.refers_to_id <> ''
    union
    select
        waiting.day,
        waiting.source_name,
        waiting.source_file,
        waiting.source_offset,
        captures.capture_id as original_capture_id
    from waiting
    inner join captures
        on
            waiting.refers_to_url = captures.url
            and waiting.refers_to_at = captures.fetched_at
    where waiting.refers_to_url <> ''
    union
    select
        waiting.day,
        waiting.source_name,
        waiting.source_file,
        waiting.source_offset,
        payload_digests.capture_id as original_capture_id
    from waiting
    inner join payload_digests on waiting.payload_digest = payload_digests.payload_digest
    where waiting.payload_digest <> ''
),

originals as (
    select
        waiting.*,
        captures.capture_id as found_capture_id,
        captures.source_sha256,
        captures.http_status as original_status,
        captures.content_type as original_content_type,
        captures.charset as original_charset
    from candidates
    inner join waiting
        on
            candidates.day = waiting.day
            and candidates.source_name = waiting.source_name
            and candidates.source_file = waiting.source_file
            and candidates.source_offset = waiting.source_offset
    inner join captures on candidates.original_capture_id = captures.capture_id
    where captures.source_id <> waiting.source_id or waiting.source_id = ''
    qualify row_number() over (
        partition by
            waiting.day,
            waiting.source_name,
            waiting.source_file,
            waiting.source_offset,
            waiting.source_id,
            waiting.url,
            waiting.fetched_at
        order by
            captures.source_file <> waiting.source_file or captures.day <> waiting.day,
            captures.url <> waiting.url,
            captures.fetched_at,
            captures.capture_id
    ) = 1
),

resolved as (
    select
        day,
        source_name,
        source_file,
        source_offset,
        source_id,
        url,
        fetched_at,
        found_capture_id,
        [
            strftime(day, '%Y-%m-%d'),
            source_id,
            url,
            url,
            variant,
            strftime(fetched_at, '%Y-%m-%dT%H:%M:%S.%f'),
            coalesce(coalesce(http_status, original_status)::varchar, ''),
            if(content_type = '', original_content_type, content_type),
            if(content_type = '', original_charset, charset),
            source_sha256
        ] as parts
    from originals
)

update source_revisits
set
    original_capture_id = resolved.found_capture_id,
    capture_id = sha256(
        array_to_string(list_transform(resolved.parts, lambda part: strlen(part)::varchar || ':' || part), '')
    )
from resolved
where
    source_revisits.day = resolved.day
    and source_revisits.source_name = resolved.source_name
    and source_revisits.source_file = resolved.source_file
    and source_revisits.source_offset = resolved.source_offset
    and source_revisits.source_id = resolved.source_id
    and source_revisits.url = resolved.url
    and source_revisits.fetched_at = resolved.fetched_at;
