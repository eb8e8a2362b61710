-- How far an extractor is, day by day: what is to be extracted counts on the first day that carries it.
--
-- reads   captures, extractions
-- params  $extractor_id

with

keyed as (
    select
        day,
        extraction_key(source_sha256, url, content_type, charset, http_status, $extractor_id) as wanted_key
    from captures
),

carried as (
    select
        wanted_key,
        min(day) as day
    from keyed
    group by wanted_key
),

stored as (
    select distinct extraction_key
    from extractions
    where extractor_id = $extractor_id
)

select
    carried.day,
    count(*) as n_texts,
    count(stored.extraction_key) as n_done,
    true as is_measured
from carried
left join stored on carried.wanted_key = stored.extraction_key
group by carried.day
order by carried.day;
