-- Merges in force of which a document would not be carried any more under another extractor, so that they lapse.
--
-- reads   merged_documents, text_changes (temporary)
-- params  $purpose

with

kept as (
    select distinct document_id_new as document_id
    from text_changes
    where document_id_new is not null
),

gone as (
    select distinct document_id_old as document_id
    from text_changes
    where document_id_old is not null and document_id_old not in (select kept.document_id from kept)
)

select
    merged_documents.document_id,
    merged_documents.representative_id
from merged_documents
where
    merged_documents.purpose = $purpose
    and merged_documents.representative_id is not null
    and merged_documents.document_id <> merged_documents.representative_id
    and (
        merged_documents.document_id in (select gone.document_id from gone)
        or merged_documents.representative_id in (select gone.document_id from gone)
    )
order by merged_documents.document_id;
