-- Every capture with where it came from and what became of it.
--
-- reads   captures, extractions

select
    captures.capture_id,
    captures.day,
    captures.site,
    captures.url,
    captures.final_url,
    captures.variant,
    captures.http_status,
    captures.fetched_at,
    captures.content_type,
    captures.charset,
    captures.source_sha256,
    captures.n_bytes,
    captures.source_name,
    captures.source_file,
    captures.source_offset,
    captures.source_id,
    captures.outcome,
    captures.outcome_reason,
    captures.document_id,
    captures.published_at,
    extractions.language,
    extractions.kind,
    extractions.n_tokens,
    extractions.title
from captures
left join extractions on captures.extraction_key = extractions.extraction_key
order by captures.day, captures.source_file, captures.source_offset, captures.capture_id;
