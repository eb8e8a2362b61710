-- Representative and members of the merged cluster that holds a document.
--
-- reads   merged_documents
-- params  $purpose, $document_id

select
    members.representative_id,
    members.document_id
from merged_documents as named
inner join merged_documents as members
    on
        named.purpose = members.purpose
        and named.representative_id = members.representative_id
where named.purpose = $purpose and named.document_id = $document_id
order by members.document_id;
