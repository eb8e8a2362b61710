-- WARC revisits as their files tell them.
--
-- reads   source_revisits shards
-- writes  source_revisits
-- params  $paths, $run_id

insert into source_revisits (
    day, source_name, source_file, source_offset, site, url, variant, http_status, fetched_at, content_type, charset,
    source_id, payload_digest, refers_to_id, refers_to_url, refers_to_at, run_id
)
select distinct
    day,
    source_name,
    source_file,
    source_offset,
    site,
    url,
    variant,
    http_status,
    fetched_at,
    content_type,
    charset,
    source_id,
    payload_digest,
    refers_to_id,
    refers_to_url,
    refers_to_at,
    $run_id
from read_parquet($paths)
on conflict do nothing;
