-- Rows of a file whose label ids cannot be taken.
--
-- reads   found_labels (of the scratch database)
-- writes  incoming_faults (of the scratch database)
-- params  $label_ids, $message

insert into incoming_faults
select
    line,
    $message as message
from found_labels
where label_id in (select unnest($label_ids))
returning line;
