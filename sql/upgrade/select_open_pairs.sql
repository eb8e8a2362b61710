-- How many proposed pairs of a method are not compared exactly yet.
--
-- reads   candidate_pairs, verified_pairs
-- params  $method_id

select count(*) as n_pairs
from candidate_pairs
anti join verified_pairs
    on
        candidate_pairs.method_id = verified_pairs.method_id
        and candidate_pairs.document_id_l = verified_pairs.document_id_l
        and candidate_pairs.document_id_r = verified_pairs.document_id_r
where candidate_pairs.method_id = $method_id;
