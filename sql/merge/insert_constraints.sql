-- Keep parted pairs apart from now on, or allow them again.
--
-- reads   parted_pairs (temporary)
-- writes  constraints
-- params  $purpose, $actor, $reason, $made_at, $is_lifted

insert into constraints by name
select
    sha256(concat_ws('|', 'constraint', $purpose, document_id_l, document_id_r, $made_at)) as constraint_id,
    document_id_l,
    document_id_r,
    $purpose as purpose,
    $is_lifted as is_lifted,
    $reason as reason,
    $actor as actor,
    cast($made_at as timestamp) as made_at
from parted_pairs;
