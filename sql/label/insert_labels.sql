-- Copy labels that are not here yet.
--
-- reads   new_labels (registered by the caller)
-- writes  labels

insert into labels by name
select *
from new_labels
on conflict do nothing
returning label_id;
