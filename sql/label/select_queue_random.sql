-- A random sample of all decided pairs, the same number wanted of each stratum, with the probability of each pair to be
-- in it. The order keeps every beginning of the sample a sample whose probabilities are smaller by one common factor,
-- so that shares stay unbiased when a session ends early. A pair that was only chosen so far is in it again.
--
-- reads   queue_pairs (temporary)
-- params  $n

select
    document_id_l,
    document_id_r,
    method_id,
    similarity,
    inclusion,
    'random sample' as note
from queue_pairs
where random_number < inclusion and not is_sampled
order by random_number / inclusion, document_id_l, document_id_r
limit $n;
