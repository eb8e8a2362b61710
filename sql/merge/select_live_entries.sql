-- Whether a batch has entries that were not undone: no row when it has none.
--
-- reads   ledger_entries
-- params  $batch_id

select position
from ledger_entries
where
    batch_id = $batch_id
    and action in ('merge', 'change_representative')
    and position not in (
        select undoes_position
        from ledger_entries
        where undoes_position is not null
    )
limit 1;
