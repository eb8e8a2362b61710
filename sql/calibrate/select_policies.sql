-- One policy in any state, one row a stratum.
--
-- reads   policies
-- params  $policy_id

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
where policy_id = $policy_id
order by language, kind, length_band;
