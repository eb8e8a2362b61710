-- Documents of the day to plant copies of: $n_documents a language, chosen by hash, long enough to be edited.
--
-- reads   sound_captures, indexed_documents, documents
-- params  $method_id, $day, $n_documents, $min_tokens

with

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
)

select
    documents.document_id,
    documents.language,
    documents.shard,
    documents.shard_row
from documents
inner join of_day on documents.document_id = of_day.document_id
inner join indexed_documents
    on documents.document_id = indexed_documents.document_id and indexed_documents.method_id = $method_id
where documents.n_tokens >= $min_tokens
qualify
    row_number() over (
        partition by documents.language
        order by sha256(cast($day as varchar) || documents.document_id)
    ) <= $n_documents
order by documents.language, documents.document_id;
