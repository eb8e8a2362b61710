-- Append the effects of new entries.
--
-- reads   new_effects (temporary)
-- writes  ledger_effects
-- params  $position (of the last entry so far)

insert into ledger_effects by name
select
    $position + entry_order as position,
    document_id,
    representative_before,
    representative_after
from new_effects
order by entry_order, document_id;
