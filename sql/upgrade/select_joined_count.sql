-- How many pairs become one document.
--
-- reads   former_pairs (registered by the caller), successors (temporary)

select count(*) as n_pairs
from former_pairs
left join successors as successors_l on former_pairs.document_id_l = successors_l.document_id_old
left join successors as successors_r on former_pairs.document_id_r = successors_r.document_id_old
where
    coalesce(successors_l.document_id_new, former_pairs.document_id_l)
    = coalesce(successors_r.document_id_new, former_pairs.document_id_r);
