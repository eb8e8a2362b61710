-- Checksum of which document stands for which.
--
-- reads   merged_documents
-- params  $purpose

select sha256(coalesce(string_agg(document_id || '>' || representative_id, ',' order by document_id), ''))
from merged_documents
where purpose = $purpose and representative_id is not null;
