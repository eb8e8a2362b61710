-- Keep who answered for a batch, and when; a repeated task keeps it once.
--
-- writes  approvals
-- params  $batch_id, $is_approved, $actor, $note, $run_id, $answered_at

insert into approvals (batch_id, is_approved, actor, note, run_id, answered_at)
select
    $batch_id,
    $is_approved,
    $actor,
    $note,
    $run_id,
    $answered_at
where
    not exists (
        select 1
        from approvals
        where approvals.batch_id = $batch_id and approvals.run_id = $run_id
    );
