-- The documents whose pairs are to be found: hubs that are new to the index.
--
-- reads   hub_contests
-- writes  probes (temporary)

create or replace temp table probes as
select
    document_id,
    true as is_new
from hub_contests
where is_new and document_id = hub_document_id;
