-- Enter the new documents in the candidate index.
--
-- reads   hub_contests
-- writes  indexed_documents, one row per (method, document)
-- params  $method_id, $run_id

insert into indexed_documents
select
    $method_id,
    document_id,
    fingerprint_key,
    document_id = hub_document_id as is_hub,
    $run_id
from hub_contests
where is_new;
