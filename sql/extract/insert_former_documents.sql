-- Remember the documents that captures are about to stop carrying, because another extractor made another one of them.
--
-- reads   captures, extractions
-- writes  former_documents
-- params  $day (null: all), $extractor_id, $is_every

insert into former_documents
with

keyed as (
    select
        capture_id,
        document_id,
        extraction_key as carried_key,
        extraction_key(source_sha256, url, content_type, charset, http_status, $extractor_id) as wanted_key
    from captures
    where $is_every and ($day is null or day = $day) and document_id is not null
)

select distinct
    keyed.document_id,
    keyed.capture_id
from keyed
inner join extractions on keyed.wanted_key = extractions.extraction_key
where
    keyed.carried_key is distinct from keyed.wanted_key
    and extractions.document_id is distinct from keyed.document_id
on conflict do nothing
returning capture_id;
