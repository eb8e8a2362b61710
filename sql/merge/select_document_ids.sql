-- Documents whose id begins like this; two are enough to know that it is ambiguous.
--
-- reads   documents
-- params  $beginning

select document_id
from documents
where starts_with(document_id, $beginning)
limit 2;
