-- Every entry in order, with the columns in the order that the hash is made of.
--
-- reads   ledger_entries

select
    position,
    action,
    purpose,
    batch_id,
    cluster_id,
    undoes_position,
    actor,
    reason,
    evidence,
    made_at,
    prev_hash,
    entry_hash
from ledger_entries
order by position;
