-- The names that a file of labels gives to documents, each once.
--
-- reads   incoming_labels (of the scratch database)

select name_l as document_name
from incoming_labels
union
select name_r as document_name
from incoming_labels;
