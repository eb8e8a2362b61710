-- Pairs whose verdict is known, which this annotator has not judged yet, in an order of their own for each annotator.
--
-- reads   opinions (temporary)
-- params  $annotator, $n

select
    document_id_l,
    document_id_r,
    null as method_id,
    null as similarity,
    null as inclusion,
    'gold check' as note
from opinions
where is_gold and not is_mine
order by md5($annotator || document_id_l || document_id_r)
limit $n;
