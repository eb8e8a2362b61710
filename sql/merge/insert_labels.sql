-- Record the verdict that an undo or a lifted constraint implies. Lifting is an adjudication: it outweighs the label
-- that the undo left, whoever gave it.
--
-- reads   parted_pairs (temporary)
-- writes  labels
-- params  $purpose, $actor, $reason, $made_at, $is_lifted

insert into labels by name
select
    sha256(concat_ws('|', 'label', $purpose, document_id_l, document_id_r, $made_at)) as label_id,
    document_id_l,
    document_id_r,
    $purpose as purpose,
    if($is_lifted, 'unsure', 'different') as verdict,
    $reason as reason,
    $actor as annotator,
    cast($is_lifted as boolean) as is_adjudication,
    'undo' as origin,
    cast($made_at as timestamp) as labelled_at
from parted_pairs;
