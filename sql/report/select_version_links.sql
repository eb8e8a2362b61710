-- Addresses of a day that were captured before with other content, newest change first.
--
-- reads   captures, version_links, documents
-- params  $day, $top

select
    version_links.url,
    newer.site,
    older.fetched_at as fetched_before,
    newer.fetched_at as fetched_now,
    documents_older.title as title_before,
    documents_newer.title as title_now,
    documents_older.n_tokens as n_tokens_before,
    documents_newer.n_tokens as n_tokens_now
from version_links
inner join captures as newer on version_links.capture_id_newer = newer.capture_id
inner join captures as older on version_links.capture_id_older = older.capture_id
left join documents as documents_older on version_links.document_id_older = documents_older.document_id
left join documents as documents_newer on version_links.document_id_newer = documents_newer.document_id
where newer.day = $day and version_links.is_changed
order by newer.fetched_at desc, version_links.url asc
limit $top;
