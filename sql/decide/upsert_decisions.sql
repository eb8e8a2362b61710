-- Enter verdicts that are new, and rewrite those of which anything changed.
--
-- reads   judged_pairs
-- writes  decisions

merge into decisions
using judged_pairs
    on
        decisions.purpose = judged_pairs.purpose
        and decisions.method_id = judged_pairs.method_id
        and decisions.document_id_l = judged_pairs.document_id_l
        and decisions.document_id_r = judged_pairs.document_id_r
when matched and (
    decisions.verdict, decisions.reason, decisions.measure, decisions.similarity, decisions.guards_id,
    decisions.policy_id, decisions.label_id, decisions.constraint_id
) is distinct from (
    judged_pairs.verdict, judged_pairs.reason, judged_pairs.measure, judged_pairs.similarity, judged_pairs.guards_id,
    judged_pairs.policy_id, judged_pairs.label_id, judged_pairs.constraint_id
) then
    update
        set
            verdict = judged_pairs.verdict,
            reason = judged_pairs.reason,
            measure = judged_pairs.measure,
            similarity = judged_pairs.similarity,
            guards_id = judged_pairs.guards_id,
            policy_id = judged_pairs.policy_id,
            label_id = judged_pairs.label_id,
            constraint_id = judged_pairs.constraint_id,
            run_id = judged_pairs.run_id,
            decided_at = judged_pairs.decided_at
when not matched then
    insert (
        purpose,
        method_id,
        document_id_l,
        document_id_r,
        verdict,
        reason,
        measure,
        similarity,
        guards_id,
        policy_id,
        label_id,
        constraint_id,
        run_id,
        decided_at
    )
    values (
        judged_pairs.purpose,
        judged_pairs.method_id,
        judged_pairs.document_id_l,
        judged_pairs.document_id_r,
        judged_pairs.verdict,
        judged_pairs.reason,
        judged_pairs.measure,
        judged_pairs.similarity,
        judged_pairs.guards_id,
        judged_pairs.policy_id,
        judged_pairs.label_id,
        judged_pairs.constraint_id,
        judged_pairs.run_id,
        judged_pairs.decided_at
    )
returning verdict;
