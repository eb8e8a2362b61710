-- Documents carried by at least one sound capture: only these are fingerprinted, clustered and shown.

create or replace view sound_documents as
select documents.*
from documents
where
    exists (
        select 1
        from sound_captures
        where sound_captures.document_id = documents.document_id
    );
