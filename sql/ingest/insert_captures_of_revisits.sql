-- Captures of resolved revisits: their own URL, time and status, with the bytes of the capture that they refer to.
--
-- reads   source_revisits, captures
-- writes  captures
-- params  $run_id

insert into captures (
    capture_id, day, site, url, final_url, variant, http_status, fetched_at, content_type, charset, source_sha256,
    n_bytes, source_name, source_file, source_offset, source_id, shard, shard_row, run_id
)
select
    source_revisits.capture_id,
    source_revisits.day,
    source_revisits.site,
    source_revisits.url,
    source_revisits.url as final_url,
    source_revisits.variant,
    coalesce(source_revisits.http_status, originals.http_status) as http_status,
    source_revisits.fetched_at,
    if(source_revisits.content_type = '', originals.content_type, source_revisits.content_type) as content_type,
    if(source_revisits.content_type = '', originals.charset, source_revisits.charset) as charset,
    originals.source_sha256,
    originals.n_bytes,
    source_revisits.source_name,
    source_revisits.source_file,
    source_revisits.source_offset,
    source_revisits.source_id,
    originals.shard,
    originals.shard_row,
    $run_id
from source_revisits
inner join captures as originals on source_revisits.original_capture_id = originals.capture_id
where
    not exists (
        select 1 from captures
        where captures.capture_id = source_revisits.capture_id
    )
qualify row_number() over (
    partition by source_revisits.capture_id
    order by source_revisits.source_name, source_revisits.source_file, source_revisits.source_offset
) = 1;
