-- Let go of rows in rehearsals that belong to old batches which were never applied.
--
-- reads   merge_batches, ledger_entries
-- writes  rehearsals
-- params  $before

delete from rehearsals
where
    batch_id in (
        select batch_id
        from merge_batches
        where planned_at < $before
    )
    and batch_id not in (
        select batch_id
        from ledger_entries
    );
