-- The judged pairs in a fixed order.
--
-- reads   labelled_pairs (temporary)

select *
from labelled_pairs
order by document_id_l, document_id_r;
