-- Record the verdict that an undo or a lifted constraint implies. Lifting is an adjudication: it outweighs the label
-- that the undo left, whoever gave it.
--
-- reads   new_rows (registered by the caller)
-- writes  labels

insert into labels by name
select
    row_id as label_id,
    document_id_l,
    document_id_r,
    purpose,
    verdict,
    reason,
    actor as annotator,
    is_adjudication,
    'undo' as origin,
    made_at as labelled_at
from new_rows;
