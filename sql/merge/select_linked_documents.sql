-- Documents with a verified edge to one document that the policy allows to merge, or that people have judged same.
--
-- reads   decisions_in_use
-- params  $purpose, $document_id

select if(document_id_l = $document_id, document_id_r, document_id_l) as document_id
from decisions_in_use
where
    purpose = $purpose
    and $document_id in (document_id_l, document_id_r)
    and (verdict = 'merge' or (verdict = 'review' and label_id is not null));
