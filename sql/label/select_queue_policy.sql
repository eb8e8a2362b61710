-- Judged pairs that a policy in force rests on most, for another person's look: those that stand for most pairs first,
-- then those nearest to the threshold that they support.
--
-- reads   queue_pairs, known_labels (temporary), calibration_labels, policies
-- params  $n

with

supports as (
    select distinct calibration_labels.label_id
    from calibration_labels
    inner join policies on calibration_labels.calibration_id = policies.calibration_id
    where policies.status = 'active'
)

select
    queue_pairs.document_id_l,
    queue_pairs.document_id_r,
    queue_pairs.method_id,
    queue_pairs.similarity,
    null as inclusion,
    'a policy rests on it' as note
from queue_pairs
inner join known_labels
    on
        queue_pairs.document_id_l = known_labels.document_id_l
        and queue_pairs.document_id_r = known_labels.document_id_r
inner join supports on known_labels.label_id = supports.label_id
where not queue_pairs.is_mine and queue_pairs.n_annotators < 2
order by
    coalesce(known_labels.inclusion, 1),
    abs(queue_pairs.similarity - coalesce(queue_pairs.merge_at, queue_pairs.review_at)),
    queue_pairs.document_id_l,
    queue_pairs.document_id_r
limit $n;
