-- The specs of two versions.
--
-- reads   methods, extractors
-- params  $one_id, $other_id

select
    method_id as version_id,
    spec
from methods
where method_id in ($one_id, $other_id)
union all
select
    extractor_id as version_id,
    spec
from extractors
where extractor_id in ($one_id, $other_id);
