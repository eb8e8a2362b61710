-- Merges in force that the active method contradicts, and that nobody has judged since.
--
-- reads   contradicted_merges, pair_labels

select
    contradicted_merges.purpose,
    contradicted_merges.method_id,
    contradicted_merges.document_id,
    contradicted_merges.representative_id,
    contradicted_merges.reason
from contradicted_merges
anti join pair_labels
    on
        contradicted_merges.purpose = pair_labels.purpose
        and contradicted_merges.document_id_l = pair_labels.document_id_l
        and contradicted_merges.document_id_r = pair_labels.document_id_r
order by contradicted_merges.purpose, contradicted_merges.document_id;
