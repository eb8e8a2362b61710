-- Every registered version of a method or extractor, and its status.
--
-- reads   versions

select
    kind,
    version_id,
    name,
    version_number,
    status
from versions
order by all;
