-- Pairs on which people disagree and nobody has decided, oldest first.
--
-- reads   opinions (temporary)
-- params  $n

select
    document_id_l,
    document_id_r,
    null as method_id,
    null as similarity,
    null as inclusion,
    'people disagree' as note
from opinions
where n_verdicts > 1 and not is_adjudicated
order by labelled_at, document_id_l, document_id_r
limit $n;
