-- The key that an extraction is a pure function of. The same as neartwin.extract.identity.extraction_key in Python.

create or replace macro length_prefixed(part) as strlen(part)::varchar || ':' || part;

create or replace macro status_class(http_status) as
case
    when http_status is null then ''
    when http_status in (401, 407) then '401'
    when http_status in (403, 429, 451) then '403'
    when http_status in (404, 410) then '404'
    else (http_status // 100)::varchar || 'xx'
end;

create or replace macro extraction_key(source_sha256, url, content_type, charset, http_status, extractor_id) as
sha256(
    length_prefixed(source_sha256)
    || length_prefixed(url)
    || length_prefixed(content_type)
    || length_prefixed(charset)
    || length_prefixed(status_class(http_status))
    || length_prefixed(extractor_id)
);
