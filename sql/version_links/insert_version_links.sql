-- Link neighbours in time of the chains that a day touches.
--
-- reads   captures, version_links
-- writes  version_links
-- params  $day

insert into version_links (
    url, variant, capture_id_older, capture_id_newer, document_id_older, document_id_newer, is_changed
)
select
    neighbours.url,
    neighbours.variant,
    neighbours.capture_id_older,
    neighbours.capture_id_newer,
    neighbours.document_id_older,
    neighbours.document_id_newer,
    neighbours.is_changed
from version_chain($day) as neighbours
where
    not exists (
        select 1
        from version_links
        where
            version_links.capture_id_older = neighbours.capture_id_older
            and version_links.capture_id_newer = neighbours.capture_id_newer
    )
returning capture_id_older;
