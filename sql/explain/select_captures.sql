-- Captures that a person means by a document id, the first letters of one, a capture id, or a URL; newest first.
--
-- reads   captures, extractions
-- params  $name, $n_captures

with

chosen as (
    select *
    from captures
    where
        url = $name
        or final_url = $name
        or capture_id = $name
        or (length($name) >= 8 and starts_with(document_id, lower($name)))
)

select
    chosen.capture_id,
    chosen.day::varchar as day,
    chosen.url,
    chosen.final_url,
    chosen.http_status,
    chosen.fetched_at::varchar as fetched_at,
    chosen.content_type,
    chosen.charset,
    chosen.source_sha256,
    chosen.source_name,
    chosen.source_file,
    chosen.source_offset,
    chosen.source_id,
    chosen.outcome,
    chosen.outcome_reason,
    chosen.document_id,
    extractions.extractor_id,
    extractions.language,
    extractions.kind,
    extractions.title,
    extractions.kept_share,
    extractions.sku,
    extractions.price::double as price,
    extractions.currency,
    extractions.shard,
    extractions.shard_row
from chosen
left join extractions on chosen.extraction_key = extractions.extraction_key
order by chosen.fetched_at desc, chosen.capture_id asc
limit $n_captures;
