-- The first documents whose row in the projection is not what the ledger alone says.
--
-- reads   projection_faults

select
    purpose,
    document_id
from projection_faults
order by all
limit 5;
