-- Each document of a signature that is not its hub, with its hub: n equal documents make n - 1 pairs. Where a new hub
-- has displaced another, every member is joined with the new one.
--
-- reads   hub_contests, indexed_documents, documents
-- writes  star_pairs (temporary)
-- params  $method_id

create or replace temp table star_pairs as
with

losers as (
    select *
    from hub_contests
    where document_id <> hub_document_id
),

resettled as (
    select
        indexed_documents.document_id,
        losers.hub_document_id
    from indexed_documents
    inner join losers on indexed_documents.fingerprint_key = losers.fingerprint_key
    inner join documents on indexed_documents.document_id = documents.document_id
    where
        indexed_documents.method_id = $method_id
        and not indexed_documents.is_hub
        and not losers.is_new
        and documents.sku is not distinct from losers.sku
        and documents.price is not distinct from losers.price
        and documents.currency is not distinct from losers.currency
),

members as (
    select
        document_id,
        hub_document_id
    from losers
    union
    select
        document_id,
        hub_document_id
    from resettled
)

select
    least(document_id, hub_document_id) as document_id_l,
    greatest(document_id, hub_document_id) as document_id_r
from members;
