-- On which side each label stood.
--
-- reads   new_sides (registered by the caller)
-- writes  calibration_labels

insert into calibration_labels by name
select *
from new_sides
on conflict do nothing
returning label_id;
