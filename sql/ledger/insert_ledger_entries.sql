-- Append new entries.
--
-- reads   new_entries, new_hashes (temporary)
-- writes  ledger_entries
-- params  $position (of the last entry so far), $made_at

insert into ledger_entries by name
select
    $position + new_entries.entry_order as position,
    new_entries.action,
    new_entries.purpose,
    new_entries.batch_id,
    new_entries.cluster_id,
    new_entries.undoes_position,
    new_entries.actor,
    new_entries.reason,
    new_entries.evidence,
    cast($made_at as timestamp) as made_at,
    new_hashes.prev_hash,
    new_hashes.entry_hash
from new_entries
inner join new_hashes on new_entries.entry_order = new_hashes.entry_order
order by new_entries.entry_order
returning position;
