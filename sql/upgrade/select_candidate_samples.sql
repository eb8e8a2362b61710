-- The nearest of the pairs that only one version proposes.
--
-- reads   candidate_changes (temporary)
-- params  $n_rows

select
    if(is_new, 'gained', 'lost') as effect,
    document_id_l,
    document_id_r,
    jaccard
from candidate_changes
where is_old <> is_new and jaccard is not null
qualify
    row_number() over (partition by is_new order by jaccard desc, document_id_l asc, document_id_r asc) <= $n_rows
order by effect asc, jaccard desc, document_id_l asc, document_id_r asc;
