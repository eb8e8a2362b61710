-- What people have said of one pair, oldest first.
--
-- reads   known_labels (temporary)
-- params  $document_id_l, $document_id_r

select
    annotator,
    verdict,
    relation,
    reason
from known_labels
where document_id_l = $document_id_l and document_id_r = $document_id_r
order by labelled_at, label_id;
