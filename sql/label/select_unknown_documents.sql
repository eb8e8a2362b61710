-- How many labels are on a document that the warehouse does not know.
--
-- reads   labels, documents

select count(*) as n_unknown
from labels
where
    document_id_l not in (select document_id from documents)
    or document_id_r not in (select document_id from documents);
