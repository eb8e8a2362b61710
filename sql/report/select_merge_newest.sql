-- When merging last changed anything: a plan, an answer or an entry of the ledger; null when never.
--
-- reads   merge_batches, approvals, ledger_entries

select
    greatest(
        (select max(planned_at) from merge_batches),
        (select max(answered_at) from approvals),
        (select max(made_at) from ledger_entries)
    ) as changed_at;
