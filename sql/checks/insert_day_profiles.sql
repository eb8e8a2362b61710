-- Figures of what came and what extraction made of it, for each site and for all sites together (site '').
--
-- reads   captures, extractions
-- writes  day_profiles
-- params  $days

insert into day_profiles
with

extracted as (
    select
        captures.day,
        captures.outcome,
        extractions.language,
        extractions.kind,
        extractions.n_tokens,
        extractions.n_ms,
        captures.outcome = 'ok' as is_ok,
        hash(captures.url, captures.document_id) as content_key,
        unnest(if(captures.site = '', [''], [captures.site, ''])) as site
    from captures
    left join extractions on captures.extraction_key = extractions.extraction_key
    where list_contains($days, captures.day)
),

figures as (
    select
        day,
        site,
        count(*) as n_captures,
        count(*) filter (where is_ok) as n_ok,
        count(n_ms) as n_timed,
        avg(is_ok::integer) as content_share,
        avg((outcome in ('empty', 'title_only', 'too_short', 'js_shell'))::integer) as empty_share,
        median(n_tokens) filter (where is_ok) as median_tokens,
        median(n_ms) as median_ms,
        count(distinct content_key) filter (where is_ok) as n_own
    from extracted
    group by day, site
),

named_figures as (
    select
        day,
        site,
        'captures' as metric,
        n_captures::double as figure,
        n_captures as n_rows
    from figures
    union all
    select
        day,
        site,
        'content_share' as metric,
        content_share as figure,
        n_captures as n_rows
    from figures
    where content_share is not null
    union all
    select
        day,
        site,
        'empty_share' as metric,
        empty_share as figure,
        n_captures as n_rows
    from figures
    where empty_share is not null
    union all
    select
        day,
        site,
        'tokens' as metric,
        median_tokens as figure,
        n_ok as n_rows
    from figures
    where n_ok > 0 and median_tokens is not null
    union all
    select
        day,
        site,
        'extraction_ms' as metric,
        median_ms as figure,
        n_timed as n_rows
    from figures
    where n_timed > 0
    union all
    select
        day,
        site,
        'own_share' as metric,
        n_own / n_ok as figure,
        n_ok as n_rows
    from figures
    where n_ok > 0
),

named_parts as (
    select
        day,
        site,
        'outcome_mix' as metric,
        outcome as part
    from extracted
    where outcome is not null
    union all
    select
        day,
        site,
        'language_mix' as metric,
        language as part
    from extracted
    where is_ok and language is not null
    union all
    select
        day,
        site,
        'kind_mix' as metric,
        kind as part
    from extracted
    where is_ok and kind is not null
    union all
    select
        day,
        site,
        'tokens_mix' as metric,
        floor(log2(greatest(n_tokens, 1)))::varchar as part
    from extracted
    where is_ok and n_tokens is not null
),

part_counts as (
    select
        day,
        site,
        metric,
        part,
        count(*) as n_captures
    from named_parts
    group by day, site, metric, part
)

select
    day,
    site,
    metric,
    '' as part,
    figure,
    n_rows
from named_figures
union all
select
    day,
    site,
    metric,
    part,
    n_captures as figure,
    sum(n_captures) over (partition by day, site, metric) as n_rows
from part_counts;
