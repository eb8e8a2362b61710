-- Enter the rows of extraction shards whose key is not stored; texts stay in the lake, shard and row say where.
--
-- reads   extraction shards, extractions
-- writes  extractions
-- params  $paths (absolute), $lake (the folder that locators are relative to), $run_id

insert into extractions (
    extraction_key, extractor_id, outcome, outcome_reason, document_id, language, declared_language, kind,
    n_tokens, n_characters, n_page_tokens, kept_share, title, text_sha256, published_dates, sku, price,
    currency, facts, charset_used, charset_from, text_from, n_ms, shard, shard_row, run_id
)
with

found as (
    select
        * exclude (filename, file_row_number, main_text, full_text),
        replace(filename, $lake, '') as shard,
        file_row_number as shard_row
    from read_parquet($paths, filename = true, file_row_number = true)
    qualify row_number() over (partition by extraction_key order by shard, shard_row) = 1
)

select
    found.extraction_key,
    found.extractor_id,
    found.outcome,
    found.outcome_reason,
    found.document_id,
    found.language,
    found.declared_language,
    found.kind,
    found.n_tokens,
    found.n_characters,
    found.n_page_tokens,
    found.kept_share,
    found.title,
    found.text_sha256,
    found.published_dates,
    found.sku,
    found.price,
    found.currency,
    found.facts,
    found.charset_used,
    found.charset_from,
    found.text_from,
    found.n_ms,
    found.shard,
    found.shard_row,
    $run_id
from found
where
    not exists (
        select 1
        from extractions
        where extractions.extraction_key = found.extraction_key
    )
returning extraction_key;
