-- Pairs that similarity would merge and guards hold apart, most similar first.
--
-- reads   queue_pairs (temporary)
-- params  $n

select
    document_id_l,
    document_id_r,
    method_id,
    similarity,
    null as inclusion,
    'similar, yet held apart by guards' as note
from queue_pairs
where is_guarded and similarity >= coalesce(merge_at, review_at) and n_annotators = 0
order by similarity desc, document_id_l asc, document_id_r asc
limit $n;
