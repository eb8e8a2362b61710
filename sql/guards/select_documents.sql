-- Facts and places of the wanted documents.
--
-- reads   wanted (registered by the caller), documents

select
    documents.document_id,
    documents.title,
    documents.language,
    documents.sku,
    cast(documents.price as double) as price,
    documents.currency,
    documents.shard,
    documents.shard_row
from documents
semi join wanted on documents.document_id = wanted.document_id
order by documents.document_id;
