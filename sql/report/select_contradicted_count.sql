-- How many merges in force the active methods contradict, that nobody has judged since.
--
-- reads   contradicted_merges, pair_labels

select count(*) as n_contradicted
from contradicted_merges
anti join pair_labels
    on
        contradicted_merges.purpose = pair_labels.purpose
        and contradicted_merges.document_id_l = pair_labels.document_id_l
        and contradicted_merges.document_id_r = pair_labels.document_id_r;
