-- Verified pairs that were not looked at under the present rules.
--
-- reads   verified_pairs, guard_checks
-- params  $guards_id

select distinct
    verified_pairs.document_id_l,
    verified_pairs.document_id_r
from verified_pairs
anti join guard_checks
    on
        verified_pairs.document_id_l = guard_checks.document_id_l
        and verified_pairs.document_id_r = guard_checks.document_id_r
        and guard_checks.guards_id = $guards_id
order by verified_pairs.document_id_l, verified_pairs.document_id_r;
