-- How many byte sequences of the day became different contents: the same bytes were fetched more than once, and their
-- captures do not carry one document.
--
-- reads   captures
-- params  $day

with

of_day as (
    select distinct source_sha256
    from captures
    where day = $day and extraction_key is not null
),

contents as (
    select
        captures.source_sha256,
        count(distinct coalesce(captures.document_id, captures.outcome)) as n_contents,
        bool_or(captures.document_id is not null) as is_ever_ok
    from captures
    inner join of_day on captures.source_sha256 = of_day.source_sha256
    where captures.extraction_key is not null
    group by captures.source_sha256
)

select count(*) as n_unlike
from contents
where n_contents > 1 and is_ever_ok;
