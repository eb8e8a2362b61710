-- Verified pairs that were not looked at under the present rules, with the lengths of their texts.
--
-- reads   verified_pairs, guard_checks, documents
-- params  $guards_id

select distinct
    verified_pairs.document_id_l,
    verified_pairs.document_id_r,
    documents_l.n_characters as n_characters_l,
    documents_r.n_characters as n_characters_r
from verified_pairs
inner join documents as documents_l on verified_pairs.document_id_l = documents_l.document_id
inner join documents as documents_r on verified_pairs.document_id_r = documents_r.document_id
anti join guard_checks
    on
        verified_pairs.document_id_l = guard_checks.document_id_l
        and verified_pairs.document_id_r = guard_checks.document_id_r
        and guard_checks.guards_id = $guards_id
where verified_pairs.method_id in (select unnest($method_ids))
order by verified_pairs.document_id_l, verified_pairs.document_id_r;
