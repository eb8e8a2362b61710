-- Documents that no capture would carry any more under another extractor.
--
-- reads   text_changes (temporary)
-- writes  gone_documents (temporary)

create or replace temp table gone_documents as
with

kept as (
    select document_id_new as document_id
    from text_changes
    where document_id_new is not null
)

select distinct text_changes.document_id_old as document_id
from text_changes
anti join kept on text_changes.document_id_old = kept.document_id
where text_changes.document_id_old is not null;
