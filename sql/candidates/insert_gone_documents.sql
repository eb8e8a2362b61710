-- Documents of the index that no sound capture carries any more: captures got another text, or were put aside.
--
-- reads   indexed_documents, sound_documents
-- writes  gone_documents (temporary)
-- params  $method_id

create or replace temp table gone_documents as
select document_id
from indexed_documents
where
    method_id = $method_id
    and document_id not in (select sound_documents.document_id from sound_documents);
