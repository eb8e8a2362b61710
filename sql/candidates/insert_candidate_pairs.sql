-- Enter the pairs that are not proposed yet.
--
-- reads   proposed_pairs
-- writes  candidate_pairs, one row per (method, unordered pair)
-- params  $method_id, $run_id

insert into candidate_pairs
select
    $method_id,
    document_id_l,
    document_id_r,
    found_by,
    $run_id
from proposed_pairs
where
    not exists (
        select 1
        from candidate_pairs
        where
            candidate_pairs.method_id = $method_id
            and candidate_pairs.document_id_l = proposed_pairs.document_id_l
            and candidate_pairs.document_id_r = proposed_pairs.document_id_r
    );
