-- Every policy, the newest first, for the command line.
--
-- reads   policies

select
    policy_id,
    purpose,
    method_id,
    status,
    language,
    kind,
    length_band,
    measure,
    merge_at,
    review_at,
    calibration_id,
    made_at
from policies
order by
    made_at desc, policy_id asc, language asc, kind asc, length_band asc;
