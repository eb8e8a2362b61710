-- State of each document that a merge decision touches, in the order of their places.
--
-- reads   merge_nodes (temporary)

select
    is_applied,
    is_free
from merge_nodes
order by place;
