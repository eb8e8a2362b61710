-- The golden output kept of each method.
--
-- reads   golden_outputs

select
    method_id,
    golden_sha256,
    made_with
from golden_outputs;
