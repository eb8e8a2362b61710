-- The newest answer of a person for a batch; a question that ran out of time is no answer.
--
-- reads   approvals
-- params  $batch_id

select
    is_approved,
    actor,
    note,
    answered_at
from approvals
where batch_id = $batch_id and not starts_with(actor, 'nobody')
order by answered_at desc
limit 1;
