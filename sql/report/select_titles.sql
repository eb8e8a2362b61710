-- Title and one address of each document.
--
-- reads   documents, captures
-- params  $document_ids

with

addresses as (
    select
        document_id,
        min(url) as url
    from captures
    where list_contains($document_ids, document_id)
    group by document_id
)

select
    documents.document_id,
    documents.title,
    documents.n_tokens,
    coalesce(addresses.url, '') as url
from documents
left join addresses on documents.document_id = addresses.document_id
where list_contains($document_ids, documents.document_id)
order by documents.document_id;
