-- What a stored batch would do to each document.
--
-- reads   planned_merges
-- writes  planned_members (temporary)
-- params  $batch_id

create or replace temp table planned_members as
select
    document_id,
    representative_before,
    representative_after,
    evidence,
    cluster_id,
    false as is_doubtful
from planned_merges
where batch_id = $batch_id;
