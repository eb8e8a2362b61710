-- Append the effects of new entries.
--
-- reads   new_effects (registered by the caller)
-- writes  ledger_effects

insert into ledger_effects by name
select
    position,
    document_id,
    representative_before,
    representative_after
from new_effects;
