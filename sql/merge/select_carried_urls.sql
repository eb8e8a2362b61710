-- How many URLs carry a document, and how many captures of one URL do.
--
-- reads   captures
-- params  $document_id, $url

select
    count(distinct url) as n_urls,
    count(*) filter (where url = $url) as n_captures
from captures
where document_id = $document_id;
