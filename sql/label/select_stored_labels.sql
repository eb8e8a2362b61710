-- What the warehouse holds under label ids; an undo leaves its labels there alone, not in the inbox.
--
-- reads   labels, wanted_ids (registered by the caller)

select
    labels.label_id,
    labels.document_id_l,
    labels.document_id_r,
    labels.purpose,
    labels.verdict,
    labels.annotator
from wanted_ids
inner join labels on wanted_ids.label_id = labels.label_id;
