-- Where documents were found: their addresses, those of the day first.
--
-- reads   captures
-- params  $document_ids, $day, $top (addresses of each document)

with

found as (
    select
        document_id,
        url,
        any_value(site) as site,
        max(day) as last_day,
        bool_or(day = $day) as is_of_day
    from captures
    where document_id in (select unnest($document_ids))
    group by document_id, url
)

select
    document_id,
    url,
    site,
    last_day,
    count(*) over (partition by document_id) as n_addresses
from found
qualify row_number() over (partition by document_id order by is_of_day desc, last_day desc, url asc) <= $top
order by document_id asc, is_of_day desc, last_day desc, url asc;
