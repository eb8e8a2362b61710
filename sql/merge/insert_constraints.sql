-- Keep pairs apart from now on, or allow them again.
--
-- reads   new_rows (registered by the caller)
-- writes  constraints

insert into constraints by name
select
    row_id as constraint_id,
    document_id_l,
    document_id_r,
    purpose,
    is_lifted,
    reason,
    actor,
    made_at
from new_rows;
