-- What the day's run costs in processor seconds: extraction as measured, and $seconds_per_document for the stages after
-- it.
--
-- reads   captures, extractions
-- params  $day, $seconds_per_document

with

of_day as (
    select
        extraction_key,
        count(distinct document_id) as n_documents
    from captures
    where day = $day
    group by extraction_key
)

select
    coalesce(sum(extractions.n_ms), 0) / 1000
    + coalesce(sum(of_day.n_documents), 0) * $seconds_per_document as cpu_seconds
from of_day
left join extractions on of_day.extraction_key = extractions.extraction_key;
