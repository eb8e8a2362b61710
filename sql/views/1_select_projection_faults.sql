-- Documents whose row in the projection is not what the ledger alone says.

create or replace view projection_faults as
select
    coalesce(replayed.purpose, merged_documents.purpose) as purpose,
    coalesce(replayed.document_id, merged_documents.document_id) as document_id
from replayed('infinity'::timestamp) as replayed
full outer join merged_documents
    on
        replayed.purpose = merged_documents.purpose
        and replayed.document_id = merged_documents.document_id
where replayed.representative_id is distinct from merged_documents.representative_id;
