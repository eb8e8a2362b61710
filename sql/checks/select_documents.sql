-- One row an ok capture of the day: what can be said of its document's text without showing it.
--
-- reads   captures, extractions, documents, shards, text_metrics and text_lines (registered Arrow tables)
-- params  $day, $min_tokens, $short (characters)

with

carried as (
    select
        captures.capture_id,
        captures.site,
        captures.published_at,
        captures.fetched_at,
        captures.url,
        extractions.extraction_key,
        extractions.declared_language,
        extractions.n_page_tokens,
        extractions.kept_share,
        extractions.shard,
        documents.document_id,
        documents.language,
        documents.n_tokens,
        documents.n_characters,
        documents.title,
        documents.price,
        documents.text_sha256,
        hash(extractions.extraction_key) as text_key
    from captures
    inner join extractions on captures.extraction_key = extractions.extraction_key
    inner join documents on captures.document_id = documents.document_id
    where captures.day = $day and captures.outcome = 'ok'
),

site_texts as (
    select
        site,
        any_value(text_key) as text_key
    from carried
    group by site, text_sha256
),

site_sizes as (
    select
        site,
        count(*) as n_texts
    from site_texts
    group by site
),

captures_of_sites as (
    select
        site,
        count(*) as n_captures
    from carried
    group by site
),

template_lines as (
    select
        site_texts.site,
        text_lines.line_key
    from site_texts
    inner join text_lines on site_texts.text_key = text_lines.text_key
    inner join site_sizes on site_texts.site = site_sizes.site
    group by site_texts.site, text_lines.line_key
    having count(*) >= greatest(5, 0.3 * any_value(site_sizes.n_texts))
),

line_shares as (
    select
        carried.capture_id,
        sum(text_lines.n_characters) filter (where template_lines.line_key is not null) as n_template,
        sum(text_lines.n_characters * (text_lines.n_times - 1)) as n_again,
        sum(text_lines.n_characters * text_lines.n_times) as n_all
    from carried
    inner join text_lines on carried.text_key = text_lines.text_key
    left join template_lines
        on carried.site = template_lines.site and text_lines.line_key = template_lines.line_key
    group by carried.capture_id
),

shared_titles as (
    select
        titles.site,
        titles.title_key
    from (
        select
            site,
            hash(title) as title_key,
            count(*) as n_captures
        from carried
        group by site, title_key
    ) as titles
    inner join captures_of_sites on titles.site = captures_of_sites.site
    where 2 * titles.n_captures >= captures_of_sites.n_captures
),

tongues as (
    select
        capture_id,
        regexp_extract(lower(language), '^[a-z]+') as spoken,
        regexp_extract(lower(declared_language), '^[a-z]+') as declared
    from carried
)

select
    carried.capture_id,
    carried.document_id,
    carried.site,
    carried.language,
    carried.n_tokens,
    carried.kept_share,
    hash(carried.text_sha256) as text_hash,
    case when carried.title <> '' then hash(carried.title) end as title_hash,
    shards.path is null as is_shard_unregistered,
    text_metrics.extraction_key is null as is_text_unread,
    carried.n_tokens < $min_tokens as is_short,
    carried.n_tokens < carried.n_characters / 40 or carried.n_tokens > carried.n_characters as is_yield_odd,
    coalesce(text_metrics.n_replacements >= 3 and text_metrics.n_replacements * 200 > text_metrics.n_characters, false)
    or coalesce(text_metrics.n_mojibake >= 3 and text_metrics.n_mojibake * 200 > text_metrics.n_characters, false)
        as is_garbled,
    coalesce(text_metrics.n_replacements > 0, false) as has_replacement,
    coalesce(text_metrics.is_decomposed, false) as is_decomposed,
    coalesce(text_metrics.is_opening_repeated or 3 * line_shares.n_again > line_shares.n_all, false)
        as is_self_repeated,
    coalesce(text_metrics.n_wall_phrases >= if(carried.n_tokens < 60, 1, 2), false) as is_wall_like,
    coalesce(2 * line_shares.n_template > text_metrics.n_characters, false) as is_template_heavy,
    coalesce(
        shared_titles.title_key is not null
        and text_metrics.n_characters < $short
        and line_shares.n_all >= 24
        and line_shares.n_template >= 0.8 * line_shares.n_all,
        false
    ) as is_stand_in,
    carried.n_page_tokens >= 300 and carried.kept_share < 0.05 as is_little_kept,
    tongues.declared not in ('', 'und', tongues.spoken) and tongues.spoken not in ('', 'und') and carried.n_tokens >= 50
        as is_language_unlike,
    carried.published_at is not null
    and (carried.published_at > carried.fetched_at::date + 1 or carried.published_at < date '1991-01-01')
        as is_date_implausible,
    carried.price is not null and carried.price < 0 as is_price_negative
from carried
inner join tongues on carried.capture_id = tongues.capture_id
left join shared_titles on carried.site = shared_titles.site and hash(carried.title) = shared_titles.title_key
left join shards on carried.shard = shards.path
left join text_metrics on carried.extraction_key = text_metrics.extraction_key
left join line_shares on carried.capture_id = line_shares.capture_id
order by carried.capture_id;
