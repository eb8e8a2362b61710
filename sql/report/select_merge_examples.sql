-- The least alike merges of some batches, with the titles of both sides.
--
-- reads   planned_merges, documents
-- params  $batch_ids, $n_rows (a batch)

with

merged as (
    select
        batch_id,
        document_id,
        representative_after,
        cast(json_extract(evidence, '$.similarity') as double) as similarity,
        json_extract_string(evidence, '$.reason') as reason
    from planned_merges
    where list_contains($batch_ids, batch_id) and document_id <> representative_after
    qualify row_number() over (partition by batch_id order by similarity asc nulls first, document_id asc) <= $n_rows
)

select
    merged.batch_id,
    merged.document_id,
    merged.representative_after as representative_id,
    merged.similarity,
    merged.reason,
    documents.title,
    survivors.title as title_after
from merged
inner join documents on merged.document_id = documents.document_id
inner join documents as survivors on merged.representative_after = survivors.document_id
order by merged.batch_id, merged.similarity nulls first, merged.document_id;
