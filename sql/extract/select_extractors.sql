-- The spec under which an extractor is registered.
--
-- reads   extractors
-- params  $extractor_id

select spec_sha256
from extractors
where extractor_id = $extractor_id;
