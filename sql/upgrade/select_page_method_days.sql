-- How far a method of whole pages is, day by day: each extraction of a sound capture counts on the first day that
-- carries it.
--
-- reads   sound_captures, page_fingerprints, unsigned_texts
-- params  $method_id

with

carried as (
    select
        extraction_key,
        min(day) as day
    from sound_captures
    group by extraction_key
),

done as (
    select extraction_key
    from page_fingerprints
    where method_id = $method_id
    union
    select text_id
    from unsigned_texts
    where method_id = $method_id
)

select
    carried.day,
    count(*) as n_texts,
    count(done.extraction_key) as n_done,
    true as is_measured
from carried
left join done on carried.extraction_key = done.extraction_key
group by carried.day
order by carried.day;
