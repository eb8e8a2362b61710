-- Take apart the links of chains that a day touches and that no longer hold: a capture came in between, or a capture's
-- document is another one now.
--
-- reads   captures, version_links
-- writes  version_links
-- params  $day

delete from version_links
where
    exists (
        select 1
        from captures
        where
            captures.day = $day
            and captures.url = version_links.url
            and captures.variant = version_links.variant
    )
    and not exists (
        select 1
        from version_chain($day) as neighbours
        where
            neighbours.capture_id_older = version_links.capture_id_older
            and neighbours.capture_id_newer = version_links.capture_id_newer
            and neighbours.document_id_older = version_links.document_id_older
            and neighbours.document_id_newer = version_links.document_id_newer
    )
returning capture_id_older;
