-- Every effect in the order of its entry.
--
-- reads   ledger_effects

select
    position,
    document_id,
    representative_before,
    representative_after
from ledger_effects
order by position, document_id;
