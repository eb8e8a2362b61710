-- The label ids that a file names, each once.
--
-- reads   incoming_labels (of the scratch database)

select distinct label_id
from incoming_labels
where label_id is not null;
