-- Documents that a merge decision touches, the fittest representative first: applied ones, then the most complete, ties
-- by id. is_free: nobody stands for it, and it for nobody.
--
-- reads   merge_evidence, documents, merged_documents
-- writes  merge_nodes (temporary)
-- params  $purpose, $method_id

create or replace temp table merge_nodes as
with

touched as (
    select distinct unnest([document_id_l, document_id_r]) as document_id
    from merge_evidence
    where purpose = $purpose and method_id = $method_id
)

select
    row_number() over (
        order by
            coalesce(merged_documents.representative_id = touched.document_id, false) desc,
            documents.n_characters desc,
            touched.document_id asc
    ) - 1 as place,
    touched.document_id,
    merged_documents.representative_id as representative_before,
    coalesce(merged_documents.representative_id = touched.document_id, false) as is_applied,
    merged_documents.representative_id is null as is_free
from touched
inner join documents on touched.document_id = documents.document_id
left join merged_documents
    on
        touched.document_id = merged_documents.document_id
        and merged_documents.purpose = $purpose;
