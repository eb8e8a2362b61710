-- Let the captures of one URL carry another document than they do.
--
-- writes  captures
-- params  $url, $before, $after

update captures
set document_id = $after
where url = $url and document_id = $before
returning capture_id;
