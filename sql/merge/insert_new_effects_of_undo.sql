-- The inverse of the effects of the entries that are to be undone.
--
-- reads   new_entries (temporary), ledger_effects
-- writes  new_effects (temporary)

create or replace temp table new_effects as
select
    new_entries.entry_order,
    ledger_effects.document_id,
    ledger_effects.representative_after as representative_before,
    ledger_effects.representative_before as representative_after
from new_entries
inner join ledger_effects on new_entries.undoes_position = ledger_effects.position;
