-- Say anew which indexes find a pair, where that has changed. A superseded pair that is still here is a labelled one.
--
-- reads   proposed_pairs, superseded_pairs
-- writes  candidate_pairs
-- params  $method_id

update candidate_pairs
set found_by = renamed.found_by
from (
    select
        document_id_l,
        document_id_r,
        found_by
    from proposed_pairs
    union all
    select
        document_id_l,
        document_id_r,
        'label' as found_by
    from superseded_pairs
) as renamed
where
    candidate_pairs.method_id = $method_id
    and candidate_pairs.document_id_l = renamed.document_id_l
    and candidate_pairs.document_id_r = renamed.document_id_r
    and candidate_pairs.found_by <> renamed.found_by;
