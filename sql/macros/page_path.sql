-- The path of a URL without scheme, host, query and fragment, trailing index file and slash: what tells unlike pages
-- of one site apart.

create or replace macro page_path(url) as
regexp_replace(
    regexp_replace(regexp_replace(url, '^[a-zA-Z][a-zA-Z0-9+.-]*://[^/?#]*', ''), '[?#].*$', ''),
    '/+(index|default|home)?(\.[a-z]+)?/*$',
    ''
);
