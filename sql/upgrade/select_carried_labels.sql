-- How many pairs are judged, and of how many of them captures carry both documents.
--
-- reads   pair_labels, sound_documents
-- params  $purpose

select
    count(*) as n_labels,
    count(*) filter (
        where
        document_id_l in (select document_id from sound_documents)
        and document_id_r in (select document_id from sound_documents)
    ) as n_carried
from pair_labels
where purpose = $purpose;
