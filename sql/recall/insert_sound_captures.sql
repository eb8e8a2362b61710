-- A temporary table in the place of sound_captures: the planted copies are the day.
--
-- reads   planted_documents (registered)
-- writes  sound_captures (temporary)
-- params  $day

create temp table sound_captures as
select
    document_id,
    cast($day as date) as day
from planted_documents;
