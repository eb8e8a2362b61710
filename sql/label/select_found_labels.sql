-- The labels of a file that can be taken, and whether the warehouse holds them already.
--
-- reads   found_labels, stored_labels (of the scratch database)

select
    found_labels.* exclude (line, is_fault, note),
    stored_labels.label_id is not null as is_stored
from found_labels
left join stored_labels on found_labels.label_id = stored_labels.label_id
where found_labels.note is null
order by found_labels.line;
