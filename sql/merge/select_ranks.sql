-- Documents that a merge decision touches, the fittest representative first: the most complete, ties by id.
--
-- reads   merge_evidence, documents
-- params  $purpose

with

touched as (
    select distinct unnest([document_id_l, document_id_r]) as document_id
    from merge_evidence
    where purpose = $purpose
)

select touched.document_id
from touched
inner join documents on touched.document_id = documents.document_id
order by documents.n_characters desc, touched.document_id asc;
