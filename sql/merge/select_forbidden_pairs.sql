-- Pairs that people have forbidden to merge.
--
-- reads   forbidden_pairs
-- params  $purpose

select
    document_id_l,
    document_id_r
from forbidden_pairs
where purpose = $purpose;
