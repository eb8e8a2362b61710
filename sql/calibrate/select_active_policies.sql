-- The policy in force, one row a stratum.
--
-- reads   policies
-- params  $purpose, $method_id

select
    policy_id,
    language,
    kind,
    length_band,
    measure,
    merge_at,
    review_at,
    calibration_id
from policies
where purpose = $purpose and method_id = $method_id and status = 'active'
order by policy_id, language, kind, length_band;
