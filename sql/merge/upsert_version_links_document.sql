-- Let the version chain of one URL name another document than it does.
--
-- writes  version_links
-- params  $url, $before, $after

update version_links
set
    document_id_older = if(document_id_older = $before, $after, document_id_older),
    document_id_newer = if(document_id_newer = $before, $after, document_id_newer)
where url = $url and $before in (document_id_older, document_id_newer);
