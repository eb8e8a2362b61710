-- Documents of a day that more than one address carries, those with most addresses first.
--
-- reads   captures, documents
-- params  $day, $top

with

of_day as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
),

spread as (
    select
        captures.document_id,
        count(distinct captures.url) as n_addresses,
        count(distinct captures.site) as n_sites
    from captures
    inner join of_day on captures.document_id = of_day.document_id
    group by captures.document_id
    having count(distinct captures.url) > 1
)

select
    spread.document_id,
    spread.n_addresses,
    spread.n_sites,
    documents.title,
    documents.language,
    documents.n_tokens,
    count(*) over () as n_documents,
    sum(spread.n_addresses) over () as n_all_addresses
from spread
inner join documents on spread.document_id = documents.document_id
order by spread.n_addresses desc, spread.document_id asc
limit $top;
