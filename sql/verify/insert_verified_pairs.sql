-- Enter measured pairs that are not there yet.
--
-- reads   measured_pairs (numbers and measures, found in memory), outstanding_documents
-- writes  verified_pairs, one row per (method, unordered pair)
-- params  $method_id, $run_id

insert into verified_pairs
select
    $method_id,
    documents_l.document_id as document_id_l,
    documents_r.document_id as document_id_r,
    measured_pairs.hamming,
    measured_pairs.jaccard,
    measured_pairs.containment,
    measured_pairs.minhash_jaccard,
    $run_id
from measured_pairs
inner join outstanding_documents as documents_l on measured_pairs.number_l = documents_l.document_number
inner join outstanding_documents as documents_r on measured_pairs.number_r = documents_r.document_number
where
    not exists (
        select 1
        from verified_pairs
        where
            verified_pairs.method_id = $method_id
            and verified_pairs.document_id_l = documents_l.document_id
            and verified_pairs.document_id_r = documents_r.document_id
    );
