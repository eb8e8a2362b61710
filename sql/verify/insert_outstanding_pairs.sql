-- Candidate pairs of a method that are not compared yet.
--
-- reads   candidate_pairs, verified_pairs
-- writes  outstanding_pairs (temporary)
-- params  $method_id

create or replace temp table outstanding_pairs as
select
    document_id_l,
    document_id_r
from candidate_pairs
where
    method_id = $method_id
    and not exists (
        select 1
        from verified_pairs
        where
            verified_pairs.method_id = $method_id
            and verified_pairs.document_id_l = candidate_pairs.document_id_l
            and verified_pairs.document_id_r = candidate_pairs.document_id_r
    );
