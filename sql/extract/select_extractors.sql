-- The spec under which an extractor is registered, and its status.
--
-- reads   extractors
-- params  $extractor_id

select
    spec_sha256,
    status
from extractors
where extractor_id = $extractor_id;
