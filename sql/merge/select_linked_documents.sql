-- Documents with a verified edge to one document that was decided as merge, or that a merge has relied on before.
--
-- reads   decisions
-- params  $purpose, $document_id

select document_id_r as document_id
from decisions
where purpose = $purpose and verdict = 'merge' and document_id_l = $document_id
union
select document_id_l as document_id
from decisions
where purpose = $purpose and verdict = 'merge' and document_id_r = $document_id;
