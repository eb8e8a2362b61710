-- Let go of old batches that were never applied. What people answered for them stays.
--
-- reads   ledger_entries
-- writes  merge_batches
-- params  $before

delete from merge_batches
where
    planned_at < $before
    and batch_id not in (
        select batch_id
        from ledger_entries
    )
returning batch_id;
