-- The separation that holds now for a document and a URL of it.
--
-- reads   discriminators
-- params  $document_id, $url

select
    position,
    separated_id
from discriminators
where document_id = $document_id and url = $url;
