-- Enter steps of quarantines: held by the checks, released or rejected by a person. Entries are never changed.
--
-- reads   new_quarantines (a registered Arrow table)
-- writes  quarantines
-- params  $day, $set_at

insert into quarantines (day, site, state, actor, reason, run_id, set_at, content_sha256, unchecked)
select
    $day,
    site,
    state,
    actor,
    reason,
    run_id,
    $set_at,
    content_sha256,
    unchecked
from new_quarantines;
