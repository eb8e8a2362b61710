-- The registered methods and the hashes of their specs.
--
-- reads   methods

select
    method_id,
    spec_sha256
from methods;
