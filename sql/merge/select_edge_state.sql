-- Who stands now for each document that a merge decision touches.
--
-- reads   merge_evidence, merged_documents
-- params  $purpose, $method_id

with

touched as (
    select unnest([document_id_l, document_id_r]) as document_id
    from merge_evidence
    where purpose = $purpose and method_id = $method_id
)

select distinct
    touched.document_id,
    merged_documents.representative_id
from touched
inner join merged_documents
    on
        touched.document_id = merged_documents.document_id
        and merged_documents.purpose = $purpose;
