-- Days on which a capture's text would be, or was, another under one extractor than under another.
--
-- reads   captures, extractions
-- params  $one_id, $other_id

with

keyed as (
    select
        day,
        extraction_key(source_sha256, url, content_type, charset, http_status, $one_id) as one_key,
        extraction_key(source_sha256, url, content_type, charset, http_status, $other_id) as other_key
    from captures
)

select distinct keyed.day
from keyed
inner join extractions as one on keyed.one_key = one.extraction_key
inner join extractions as other on keyed.other_key = other.extraction_key
where one.document_id is distinct from other.document_id
order by keyed.day;
