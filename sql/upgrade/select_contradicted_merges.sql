-- Merges in force that the active method contradicts, and that nobody has judged since.
--
-- reads   contradicted_merges

select
    purpose,
    method_id,
    document_id,
    representative_id,
    reason
from contradicted_merges
order by purpose, document_id;
