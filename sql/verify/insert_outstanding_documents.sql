-- The documents of the outstanding pairs, numbered in the order in which their texts lie in the lake.
--
-- reads   outstanding_pairs, documents
-- writes  outstanding_documents (temporary)

create or replace temp table outstanding_documents as
with

named as (
    select document_id_l as document_id
    from outstanding_pairs
    union
    select document_id_r as document_id
    from outstanding_pairs
)

select
    cast(row_number() over (order by documents.shard, documents.shard_row, documents.document_id) - 1 as integer)
        as document_number,
    documents.document_id,
    documents.shard,
    documents.shard_row,
    documents.n_characters
from documents
where documents.document_id in (select named.document_id from named);
