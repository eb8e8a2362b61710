-- What a person needs to see of documents: title, facts, newest address, and where the text lies.
--
-- reads   documents, captures
-- params  $document_ids

with

addresses as (
    select
        document_id,
        arg_max(url, fetched_at) as url,
        max(fetched_at) as fetched_at,
        max(published_at) as published_at
    from captures
    where document_id in (select unnest($document_ids))
    group by document_id
)

select
    documents.document_id,
    documents.title,
    documents.language,
    coalesce(addresses.url, '') as url,
    coalesce(addresses.fetched_at::varchar, '') as fetched_at,
    coalesce(addresses.published_at::varchar, '') as published_at,
    documents.sku,
    documents.price::double as price,
    documents.currency,
    documents.shard,
    documents.shard_row
from documents
left join addresses on documents.document_id = addresses.document_id
where documents.document_id in (select unnest($document_ids));
