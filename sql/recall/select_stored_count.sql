-- How many signatures a method has stored, each once.
--
-- reads   indexed_documents
-- params  $method_id

select count(*) as n_stored
from indexed_documents
where method_id = $method_id and is_hub;
