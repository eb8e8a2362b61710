-- The labels of a file that can be taken.
--
-- reads   found_labels (of the scratch database)

select * exclude (line, is_fault, note)
from found_labels
where note is null
order by line;
