-- What was decided about a pair, by purpose.
--
-- reads   decisions
-- params  $document_id_l, $document_id_r ($document_id_l is the smaller)

select
    purpose,
    verdict,
    reason,
    method_id
from decisions
where document_id_l = $document_id_l and document_id_r = $document_id_r
order by purpose, method_id;
