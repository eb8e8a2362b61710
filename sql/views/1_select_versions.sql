-- Every registered version of a method, and of the extractor, with its age among those of its name.

create or replace view versions as
select
    'method' as kind,
    method_id as version_id,
    name,
    version as version_number,
    status,
    spec
from methods
union all
select
    'extractor' as kind,
    extractor_id as version_id,
    'extractor' as name,
    cast(row_number() over (order by registered_at, extractor_id) as integer) as version_number,
    status,
    spec
from extractors;
