-- One row a capture of the day: what extraction made of it.
-- Broken: a page was there and nothing of it can be read. A listing, a redirect or another file type is not broken.
--
-- reads   captures, extractions, documents
-- params  $day

select
    captures.capture_id,
    captures.site,
    coalesce(extractions.language, '') as language,
    coalesce(captures.outcome, 'none') as outcome,
    captures.outcome is null as is_unextracted,
    captures.outcome = 'ok' and documents.document_id is null as is_document_missing,
    captures.outcome is not null and captures.outcome <> 'ok' and captures.document_id is not null as is_document_unfit,
    captures.outcome = 'ok' and extractions.extraction_key is null as is_extraction_missing,
    coalesce(
        captures.outcome not in ('ok', 'listing', 'redirect_stub', 'not_html', 'too_short'), false
    ) as is_broken,
    coalesce(captures.outcome in ('empty', 'title_only', 'too_short', 'js_shell'), false) as is_poor,
    coalesce(captures.outcome in ('login_wall', 'blocked', 'captcha'), false) as is_walled,
    coalesce(captures.outcome = 'error_page', false) as is_error,
    coalesce(captures.outcome in ('undecodable', 'timed_out'), false) as is_unreadable,
    coalesce(captures.outcome = 'repeated_body', false) as is_repeated_body
from captures
left join extractions on captures.extraction_key = extractions.extraction_key
left join documents on captures.document_id = documents.document_id
where captures.day = $day
order by captures.capture_id;
