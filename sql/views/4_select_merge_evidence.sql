-- Decisions to merge between sound documents, each with all that it rests on as one text.

create or replace view merge_evidence as
select
    decisions.purpose,
    decisions.method_id,
    decisions.document_id_l,
    decisions.document_id_r,
    cast(to_json({
        'method_id': decisions.method_id,
        'measure': decisions.measure,
        'similarity': decisions.similarity,
        'reason': decisions.reason,
        'guards_id': decisions.guards_id,
        'policy_id': decisions.policy_id,
        'label_id': decisions.label_id,
        'constraint_id': decisions.constraint_id
    }) as varchar) as evidence
from decisions
where
    decisions.verdict = 'merge'
    and decisions.document_id_l in (select document_id from sound_documents)
    and decisions.document_id_r in (select document_id from sound_documents);
