-- The near pairs with where their texts lie.
--
-- reads   near_pairs, documents

select
    near_pairs.document_id_l,
    near_pairs.document_id_r,
    near_pairs.is_found,
    near_pairs.is_guarded,
    near_pairs.jaccard,
    documents_l.shard as shard_l,
    documents_l.shard_row as shard_row_l,
    documents_r.shard as shard_r,
    documents_r.shard_row as shard_row_r
from near_pairs
inner join documents as documents_l on near_pairs.document_id_l = documents_l.document_id
inner join documents as documents_r on near_pairs.document_id_r = documents_r.document_id
order by near_pairs.document_id_l, near_pairs.document_id_r;
