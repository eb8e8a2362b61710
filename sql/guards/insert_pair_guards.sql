-- Keep what forbids merging a pair.
--
-- reads   new_guards (registered by the caller)
-- writes  pair_guards
-- params  $guards_id

insert into pair_guards by name
select
    document_id_l,
    document_id_r,
    guard,
    detail,
    $guards_id as guards_id
from new_guards;
