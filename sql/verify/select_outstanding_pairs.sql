-- The outstanding pairs as numbers, near texts first to near texts.
--
-- reads   outstanding_pairs, outstanding_documents

select
    documents_l.document_number as number_l,
    documents_r.document_number as number_r
from outstanding_pairs
inner join outstanding_documents as documents_l on outstanding_pairs.document_id_l = documents_l.document_id
inner join outstanding_documents as documents_r on outstanding_pairs.document_id_r = documents_r.document_id
order by number_l, number_r;
