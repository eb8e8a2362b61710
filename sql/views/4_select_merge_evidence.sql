-- Pairs of sound documents that may be merged, each with all that it rests on as one text: decisions to merge, and
-- pairs that people have judged same where no policy allows merging (is_by_policy false: only people may merge them).

create or replace view merge_evidence as
select
    decisions.purpose,
    decisions.method_id,
    decisions.document_id_l,
    decisions.document_id_r,
    decisions.verdict = 'merge' as is_by_policy,
    cast(to_json({
        'method_id': decisions.method_id,
        'verdict': decisions.verdict,
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
    (
        decisions.verdict = 'merge'
        or (decisions.verdict = 'review' and decisions.label_id is not null)
    )
    and decisions.document_id_l in (select document_id from sound_documents)
    and decisions.document_id_r in (select document_id from sound_documents);
