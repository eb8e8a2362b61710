-- Pairs that may be merged now, with their evidence.
--
-- reads   merge_evidence
-- params  $purpose, $method_id

select
    document_id_l,
    document_id_r,
    evidence
from merge_evidence
where purpose = $purpose and method_id = $method_id
order by document_id_l, document_id_r;
