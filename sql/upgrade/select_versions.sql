-- Every registered version of a method or extractor, and its status.
--
-- reads   methods, extractors

select
    'method' as kind,
    method_id as version_id,
    name,
    version as version_number,
    status
from methods
union all
select
    'extractor' as kind,
    extractor_id as version_id,
    'extractor' as name,
    cast(row_number() over (order by registered_at, extractor_id) as integer) as version_number,
    status
from extractors
order by all;
