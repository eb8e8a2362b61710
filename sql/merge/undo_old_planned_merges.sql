-- Let go of rows in planned_merges that belong to old batches which were never applied.
--
-- reads   merge_batches, ledger_entries
-- writes  planned_merges
-- params  $before

delete from planned_merges
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
