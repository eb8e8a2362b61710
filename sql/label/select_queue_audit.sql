-- A random sample of merges in force, each a document and what represents it; who audited one is not asked again.
-- A representative can stand for a document that no verified pair joins it with: similarity is null then.
--
-- reads   merged_documents, verified_pairs, opinions (temporary)
-- params  $purpose, $method_id, $seed, $sample (merges wanted), $n

with

merged as (
    select
        least(document_id, representative_id) as document_id_l,
        greatest(document_id, representative_id) as document_id_r,
        least(1.0, $sample / count(*) over ()) as inclusion
    from merged_documents
    where purpose = $purpose and representative_id <> document_id
),

drawn as (
    select
        *,
        cast('0x' || left(md5($seed || document_id_l || document_id_r), 12) as ubigint)
        / 281474976710656.0 as random_number
    from merged
)

select
    drawn.document_id_l,
    drawn.document_id_r,
    $method_id as method_id,
    verified_pairs.jaccard as similarity,
    drawn.inclusion,
    'audit of merges in force' as note
from drawn
left join verified_pairs
    on
        drawn.document_id_l = verified_pairs.document_id_l
        and drawn.document_id_r = verified_pairs.document_id_r
        and verified_pairs.method_id = $method_id
left join opinions
    on drawn.document_id_l = opinions.document_id_l and drawn.document_id_r = opinions.document_id_r
where drawn.random_number < drawn.inclusion and not coalesce(opinions.is_audited, false)
order by drawn.random_number / drawn.inclusion, drawn.document_id_l, drawn.document_id_r
limit $n;
