-- The question about a batch that people can still answer: asked, not answered since, and its time is not over.
--
-- reads   merge_batches, approvals
-- params  $batch_id, $asked_after

select asked_at
from merge_batches
where
    batch_id = $batch_id
    and asked_at > $asked_after
    and not exists (
        select 1
        from approvals
        where approvals.batch_id = merge_batches.batch_id and approvals.answered_at >= merge_batches.asked_at
    );
