-- Some of the pairs that would change: the least alike of what would be merged, the most alike of what would be
-- released.
--
-- reads   changed_pairs (temporary)
-- params  $n_rows

select
    direction,
    document_id_l,
    document_id_r,
    language,
    kind,
    length_band,
    measure,
    similarity
from changed_pairs
qualify
    row_number() over (
        partition by direction
        order by case when direction = 'released' then -similarity else similarity end, document_id_l, document_id_r
    ) <= $n_rows
order by
    direction, similarity, document_id_l, document_id_r;
