-- A hub that a new document displaces becomes a member like any other.
--
-- reads   hub_contests
-- writes  indexed_documents
-- params  $method_id

update indexed_documents
set is_hub = false
where
    method_id = $method_id
    and document_id in (
        select hub_contests.document_id
        from hub_contests
        where not hub_contests.is_new and hub_contests.document_id <> hub_contests.hub_document_id
    );
