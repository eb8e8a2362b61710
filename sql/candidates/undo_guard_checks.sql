-- Take back the guards of pairs that the index no longer proposes under any method.
--
-- reads   superseded_pairs, candidate_pairs
-- writes  guard_checks

delete from guard_checks
where
    exists (
        select 1
        from superseded_pairs
        where
            superseded_pairs.document_id_l = guard_checks.document_id_l
            and superseded_pairs.document_id_r = guard_checks.document_id_r
    )
    and not exists (
        select 1
        from candidate_pairs
        where
            candidate_pairs.document_id_l = guard_checks.document_id_l
            and candidate_pairs.document_id_r = guard_checks.document_id_r
    );
