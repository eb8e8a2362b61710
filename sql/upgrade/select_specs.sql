-- The specs of two versions.
--
-- reads   versions
-- params  $one_id, $other_id

select
    version_id,
    spec
from versions
where version_id in ($one_id, $other_id);
