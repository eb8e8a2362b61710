-- Keep which pairs were looked at, and how far their tokens correspond.
--
-- reads   new_checks (registered by the caller)
-- writes  guard_checks
-- params  $guards_id, $run_id

insert into guard_checks by name
select
    document_id_l,
    document_id_r,
    aligned,
    covered,
    $guards_id as guards_id,
    $run_id as run_id
from new_checks;
