-- Take back the rows of pairs that the index no longer proposes: they are derived, and follow from other pairs now.
--
-- reads   superseded_pairs
-- writes  verified_pairs
-- params  $method_id

delete from verified_pairs
where
    method_id = $method_id
    and exists (
        select 1
        from superseded_pairs
        where
            not superseded_pairs.is_labelled
            and superseded_pairs.document_id_l = verified_pairs.document_id_l
            and superseded_pairs.document_id_r = verified_pairs.document_id_r
    );
