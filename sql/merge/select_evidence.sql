-- What a batch would merge, the least alike first: each document with the one that would stand for it, why, and where
-- both come from.
--
-- reads   planned_merges, documents, captures
-- params  $batch_id, $n_rows

with

merged as (
    select
        document_id,
        representative_after,
        evidence,
        cast(json_extract(evidence, '$.similarity') as double) as similarity
    from planned_merges
    where batch_id = $batch_id and document_id <> representative_after
    qualify row_number() over (order by similarity nulls first, document_id) <= $n_rows
),

addresses as (
    select
        captures.document_id,
        min(captures.url) as url,
        count(*) as n_captures
    from captures
    where
        captures.document_id in (select document_id from merged)
        or captures.document_id in (select representative_after from merged)
    group by captures.document_id
)

select
    merged.document_id,
    merged.representative_after,
    merged.similarity,
    json_extract_string(merged.evidence, '$.measure') as measure,
    json_extract_string(merged.evidence, '$.reason') as reason,
    json_extract_string(merged.evidence, '$.label_id') is not null as is_labelled,
    documents.title,
    survivors.title as title_after,
    documents.n_tokens,
    survivors.n_tokens as n_tokens_after,
    coalesce(addresses.url, '') as url,
    coalesce(addresses_after.url, '') as url_after,
    coalesce(addresses.n_captures, 0) as n_captures
from merged
inner join documents on merged.document_id = documents.document_id
inner join documents as survivors on merged.representative_after = survivors.document_id
left join addresses on merged.document_id = addresses.document_id
left join addresses as addresses_after on merged.representative_after = addresses_after.document_id
order by merged.similarity nulls first, merged.document_id;
