-- The status of every registered extractor.
--
-- reads   extractors

select
    extractor_id,
    status
from extractors
order by registered_at, extractor_id;
