-- Some of the merges in force that a method contradicts, the least alike first.
--
-- reads   judged_merges (temporary)
-- params  $n_rows

select
    document_id_l,
    document_id_r,
    coalesce(jaccard, 0) as jaccard,
    reason
from judged_merges
where is_contradicted
order by jaccard, document_id_l, document_id_r
limit $n_rows;
