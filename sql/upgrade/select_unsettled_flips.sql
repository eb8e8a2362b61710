-- Promotions and roll backs after which not everything was brought up to date, newest first.
--
-- reads   ledger_entries, settlements

select
    ledger_entries.action,
    json_extract_string(ledger_entries.evidence, '$.kind') as kind,
    json_extract_string(ledger_entries.evidence, '$.candidate_id') as candidate_id,
    json_extract_string(ledger_entries.evidence, '$.replaces_id') as replaces_id
from ledger_entries
anti join settlements on ledger_entries.position = settlements.position
where ledger_entries.action in ('promote', 'roll_back')
order by ledger_entries.position desc;
