-- What the newest promotion of a version took the place of.
--
-- reads   ledger_entries
-- params  $version_id

select json_extract_string(evidence, '$.replaces_id') as replaces_id
from ledger_entries
where action = 'promote' and json_extract_string(evidence, '$.candidate_id') = $version_id
order by position desc
limit 1;
