-- Pairs of sound documents that an index of some methods proposes, with the nearest that was measured of them.
--
-- reads   candidate_pairs, verified_pairs, sound_documents
-- writes  standing_pairs (temporary)
-- params  $method_ids

create or replace temp table standing_pairs as
select
    candidate_pairs.document_id_l,
    candidate_pairs.document_id_r,
    max(verified_pairs.jaccard) as jaccard
from candidate_pairs
semi join sound_documents as sound_l on candidate_pairs.document_id_l = sound_l.document_id
semi join sound_documents as sound_r on candidate_pairs.document_id_r = sound_r.document_id
left join verified_pairs
    on
        candidate_pairs.method_id = verified_pairs.method_id
        and candidate_pairs.document_id_l = verified_pairs.document_id_l
        and candidate_pairs.document_id_r = verified_pairs.document_id_r
where list_contains($method_ids, candidate_pairs.method_id) and candidate_pairs.found_by <> 'label'
group by candidate_pairs.document_id_l, candidate_pairs.document_id_r;
