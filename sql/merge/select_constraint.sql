-- Whether people hold a pair apart.
--
-- reads   forbidden_pairs
-- params  $purpose, $document_id_l, $document_id_r

select reason
from forbidden_pairs
where purpose = $purpose and document_id_l = $document_id_l and document_id_r = $document_id_r;
