-- Merges in force of which a document would not be carried any more under another extractor, so that they lapse.
--
-- reads   merged_documents, gone_documents (temporary)
-- params  $purpose

select
    document_id,
    representative_id
from merged_documents
where
    purpose = $purpose
    and representative_id is not null
    and document_id <> representative_id
    and (
        document_id in (select gone_documents.document_id from gone_documents)
        or representative_id in (select gone_documents.document_id from gone_documents)
    )
order by document_id;
