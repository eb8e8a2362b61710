-- The status of every registered method.
--
-- reads   methods

select
    method_id,
    status
from methods
order by name, version;
