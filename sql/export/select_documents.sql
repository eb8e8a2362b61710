-- Every document with the number of captures that carry it and one of its URLs.
--
-- reads   documents, captures

select
    documents.document_id,
    documents.language,
    documents.kind,
    documents.length_band,
    documents.n_tokens,
    documents.n_characters,
    documents.title,
    documents.sku,
    documents.price,
    documents.currency,
    count(captures.capture_id) as n_captures,
    count(distinct captures.url) as n_urls,
    min(captures.url) as url,
    min(captures.day) as first_day,
    max(captures.day) as last_day
from documents
left join captures on documents.document_id = captures.document_id and captures.outcome = 'ok'
group by all
order by documents.document_id;
