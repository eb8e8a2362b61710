-- Pairs that an index proposes under one version and not under the other, with what was measured of them.
--
-- reads   candidate_pairs, verified_pairs
-- writes  candidate_changes (temporary)
-- params  $old_id, $new_id

create or replace temp table candidate_changes as
with

proposed as (
    select
        document_id_l,
        document_id_r,
        bool_or(method_id = $old_id) as is_old,
        bool_or(method_id = $new_id) as is_new
    from candidate_pairs
    where method_id in ($old_id, $new_id) and found_by <> 'label'
    group by document_id_l, document_id_r
)

select
    proposed.document_id_l,
    proposed.document_id_r,
    proposed.is_old,
    proposed.is_new,
    verified_pairs.jaccard
from proposed
left join verified_pairs
    on
        verified_pairs.method_id = if(proposed.is_new, $new_id, $old_id)
        and proposed.document_id_l = verified_pairs.document_id_l
        and proposed.document_id_r = verified_pairs.document_id_r;
