-- Pairs that nobody has judged, nearest to a threshold first: these tell most about where it should be.
--
-- reads   queue_pairs (temporary)
-- params  $n

select
    document_id_l,
    document_id_r,
    method_id,
    similarity,
    null as inclusion,
    'near the threshold' as note
from queue_pairs
where n_annotators = 0
order by
    least(abs(similarity - coalesce(merge_at, review_at)), abs(similarity - review_at)), document_id_l, document_id_r
limit $n;
