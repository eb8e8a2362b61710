-- Keep what a method says of the merges in force.
--
-- reads   judged_merges (temporary)
-- writes  merge_rechecks
-- params  $purpose, $method_id, $run_id

insert into merge_rechecks
select
    $purpose as purpose,
    $method_id as method_id,
    document_id,
    representative_id,
    is_contradicted,
    reason,
    $run_id as run_id
from judged_merges
returning is_contradicted;
