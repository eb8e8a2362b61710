-- The newest promotion or roll back that made a version active, and the run that carried it out.
--
-- reads   ledger_entries
-- params  $version_id

select
    position,
    action,
    actor,
    made_at,
    json_extract_string(evidence, '$.run_id') as run_id
from ledger_entries
where action in ('promote', 'roll_back') and json_extract_string(evidence, '$.candidate_id') = $version_id
order by position desc
limit 1;
