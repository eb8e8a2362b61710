-- Pairs that a person labelled or constrained are compared as well, whether or not an index proposes them.
--
-- reads   labels, constraints, indexed_documents, candidate_pairs
-- writes  candidate_pairs, found_by label
-- params  $method_id, $run_id

insert into candidate_pairs
with

labelled as (
    select
        document_id_l,
        document_id_r
    from labels
    union
    select
        document_id_l,
        document_id_r
    from constraints
)

select
    $method_id,
    labelled.document_id_l,
    labelled.document_id_r,
    'label' as found_by,
    $run_id
from labelled
inner join indexed_documents as indexed_l
    on labelled.document_id_l = indexed_l.document_id and indexed_l.method_id = $method_id
inner join indexed_documents as indexed_r
    on labelled.document_id_r = indexed_r.document_id and indexed_r.method_id = $method_id
where
    not exists (
        select 1
        from candidate_pairs
        where
            candidate_pairs.method_id = $method_id
            and candidate_pairs.document_id_l = labelled.document_id_l
            and candidate_pairs.document_id_r = labelled.document_id_r
    );
