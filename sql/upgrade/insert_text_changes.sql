-- Every fetched content as two extractors see it, one row a pair of extractions, with how many captures share it.
-- effect: same, described (language or kind alone), facts (title or facts), text, lost (no content any more), gained,
-- outcome (no content either way, for another reason).
--
-- reads   captures, extractions
-- writes  text_changes (temporary)
-- params  $old_id, $new_id

create or replace temp table text_changes as
with

keyed as (
    select
        extraction_key(source_sha256, url, content_type, charset, http_status, $old_id) as old_key,
        extraction_key(source_sha256, url, content_type, charset, http_status, $new_id) as new_key,
        count(*) as n_captures,
        min(url) as url,
        min(site) as site
    from captures
    group by old_key, new_key
)

select
    keyed.old_key,
    keyed.new_key,
    keyed.n_captures,
    keyed.url,
    keyed.site,
    older.document_id as document_id_old,
    newer.document_id as document_id_new,
    older.outcome as outcome_old,
    newer.outcome as outcome_new,
    older.title as title_old,
    newer.title as title_new,
    older.n_tokens as n_tokens_old,
    newer.n_tokens as n_tokens_new,
    older.n_ms as n_ms_old,
    newer.n_ms as n_ms_new,
    older.shard as shard_old,
    older.shard_row as shard_row_old,
    newer.shard as shard_new,
    newer.shard_row as shard_row_new,
    case
        when older.document_id is not null and newer.document_id is null then 'lost'
        when older.document_id is null and newer.document_id is not null then 'gained'
        when older.document_id is null and older.outcome <> newer.outcome then 'outcome'
        when older.document_id is null then 'same'
        when older.text_sha256 <> newer.text_sha256 then 'text'
        when older.document_id <> newer.document_id then 'facts'
        when older.language <> newer.language or older.kind <> newer.kind then 'described'
        else 'same'
    end as effect
from keyed
inner join extractions as older on keyed.old_key = older.extraction_key
inner join extractions as newer on keyed.new_key = newer.extraction_key;
