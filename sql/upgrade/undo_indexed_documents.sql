-- Let go of the rows of one retired method.
--
-- writes  indexed_documents
-- params  $method_id

delete from indexed_documents
where method_id = $method_id;
