-- How many documents a batch would release: members without an edge of their own to the new representative.
--
-- reads   planned_merges
-- params  $batch_id

select count(*) as n_documents
from planned_merges
where batch_id = $batch_id and representative_after is null;
