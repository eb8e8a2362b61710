-- Days on which captures carry another extractor's text than the active one's: they were extracted half by one and half
-- by another, or while another one was installed.
--
-- reads   captures, extractions
-- params  $extractor_id

select distinct captures.day
from captures
inner join extractions on captures.extraction_key = extractions.extraction_key
where extractions.extractor_id <> $extractor_id
order by captures.day;
