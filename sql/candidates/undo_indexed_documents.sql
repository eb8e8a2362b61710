-- Empty a method's index, which is filled again from `new_documents` in the same transaction.
--
-- writes  indexed_documents
-- params  $method_id

delete from indexed_documents
where method_id = $method_id;
