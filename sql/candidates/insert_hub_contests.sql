-- Who is the hub of each (signature, SKU, price, currency) that new documents touch: the most complete document, ties
-- by id. The same rule chooses representatives, so one is always a document that was joined with the others.
-- A missing fact forms a group of its own, and groups of one signature are joined through their hubs.
--
-- reads   new_documents, indexed_documents, documents
-- writes  hub_contests (temporary), the new documents and the former hubs of their signatures
-- params  $method_id

create or replace temp table hub_contests as
with

former_hubs as (
    select
        indexed_documents.document_id,
        indexed_documents.fingerprint_key,
        documents.sku,
        documents.price,
        documents.currency,
        documents.n_characters
    from indexed_documents
    inner join documents on indexed_documents.document_id = documents.document_id
    where
        indexed_documents.method_id = $method_id
        and indexed_documents.is_hub
        and indexed_documents.fingerprint_key in (select new_documents.fingerprint_key from new_documents)
),

contestants as (
    select
        *,
        true as is_new
    from new_documents
    union all
    select
        *,
        false as is_new
    from former_hubs
)

select
    *,
    first_value(document_id) over (
        partition by fingerprint_key, sku, price, currency
        order by n_characters desc, document_id asc
    ) as hub_document_id
from contestants;
