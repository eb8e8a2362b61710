-- One undo entry for each live entry of a batch, the newest first.
--
-- reads   ledger_entries
-- writes  new_entries (temporary)
-- params  $batch_id, $actor, $reason

create or replace temp table new_entries as
select
    row_number() over (order by position desc) as entry_order,
    'undo' as action,
    purpose,
    batch_id,
    cluster_id,
    position as undoes_position,
    $actor as actor,
    $reason as reason,
    '{}' as evidence
from ledger_entries
where
    batch_id = $batch_id
    and action in ('merge', 'change_representative')
    and position not in (
        select undoes_position
        from ledger_entries
        where undoes_position is not null
    );
