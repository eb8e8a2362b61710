-- Merges in force that the method active now would not have made, as they were when it became active, and that nobody
-- has judged since: for people to look at. A merge stays valid until somebody undoes it.

create or replace view contradicted_merges as
with

rechecked as (
    select
        merge_rechecks.purpose,
        merge_rechecks.method_id,
        merge_rechecks.document_id,
        merge_rechecks.representative_id,
        least(merge_rechecks.document_id, merge_rechecks.representative_id) as document_id_l,
        greatest(merge_rechecks.document_id, merge_rechecks.representative_id) as document_id_r,
        merge_rechecks.reason
    from merge_rechecks
    inner join methods on merge_rechecks.method_id = methods.method_id
    inner join merged_documents
        on
            merge_rechecks.purpose = merged_documents.purpose
            and merge_rechecks.document_id = merged_documents.document_id
            and merge_rechecks.representative_id = merged_documents.representative_id
    where merge_rechecks.is_contradicted and methods.status = 'active'
)

select rechecked.*
from rechecked
anti join pair_labels
    on
        rechecked.purpose = pair_labels.purpose
        and rechecked.document_id_l = pair_labels.document_id_l
        and rechecked.document_id_r = pair_labels.document_id_r;
