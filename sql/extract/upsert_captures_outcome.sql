-- Give a day's captures the outcome of the extraction stored for their key. The publication date is the first stated
-- one that is not later than the fetch. `repeated_body` stays here: it is decided over all days, afterwards. Without
-- $is_every only captures that carry no extraction yet are filled in.
--
-- reads   extractions, discriminators (a URL that was separated from an exact duplicate)
-- writes  captures
-- params  $day (null: all), $extractor_id, $is_every

update captures
set
    extraction_key = found.extraction_key,
    outcome = found.outcome,
    outcome_reason = found.outcome_reason,
    document_id = coalesce(
        (
            select discriminators.separated_id
            from discriminators
            where discriminators.document_id = found.document_id and discriminators.url = captures.url
        ),
        found.document_id
    ),
    published_at = list_filter(found.published_dates, lambda stated: stated <= captures.fetched_at::date)[1]
from extractions as found
where
    ($day is null or captures.day = $day)
    and ($is_every or captures.extraction_key is null)
    and found.extraction_key = extraction_key(
        captures.source_sha256,
        captures.url,
        captures.content_type,
        captures.charset,
        captures.http_status,
        $extractor_id
    )
    and captures.extraction_key is distinct from found.extraction_key
returning captures.capture_id;
