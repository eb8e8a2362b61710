-- Pairs that must not be in one cluster, as numbers: kept by a guard, by a person's label or by a constraint. A pair
-- that is merely not similar enough may share a representative.
--
-- reads   decisions, pair_guards, cluster_documents
-- params  $purpose, $method_id

select
    documents_l.document_number as number_l,
    documents_r.document_number as number_r
from decisions
inner join cluster_documents as documents_l on decisions.document_id_l = documents_l.document_id
inner join cluster_documents as documents_r on decisions.document_id_r = documents_r.document_id
where
    decisions.purpose = $purpose
    and decisions.method_id = $method_id
    and decisions.verdict = 'keep'
    and (
        decisions.label_id is not null
        or decisions.constraint_id is not null
        or exists (
            select 1
            from pair_guards
            where
                pair_guards.document_id_l = decisions.document_id_l
                and pair_guards.document_id_r = decisions.document_id_r
                and pair_guards.guards_id = decisions.guards_id
        )
    );
