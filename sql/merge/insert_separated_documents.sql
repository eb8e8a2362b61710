-- Give separated content a document of its own: the same texts and facts under another id.
--
-- reads   documents
-- writes  documents
-- params  $document_id, $separated_id, $run_id

insert into documents
select * replace ($separated_id as document_id, $run_id as run_id)
from documents
where
    document_id = $document_id
    and not exists (
        select 1
        from documents as known
        where known.document_id = $separated_id
    );
