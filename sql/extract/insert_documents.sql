-- Enter the documents that captures of a day (or all) carry and that are not stored.
--
-- reads   captures, extractions
-- writes  documents
-- params  $day (null: all), $run_id

insert into documents (
    document_id, language, kind, length_band, n_tokens, n_characters, title, sku, price, currency, text_sha256, shard,
    shard_row, run_id
)
select
    extractions.document_id,
    extractions.language,
    extractions.kind,
    length_band(extractions.n_tokens) as length_band,
    extractions.n_tokens,
    extractions.n_characters,
    extractions.title,
    extractions.sku,
    extractions.price,
    extractions.currency,
    extractions.text_sha256,
    extractions.shard,
    extractions.shard_row,
    $run_id
from extractions
where
    extractions.document_id is not null
    and exists (
        select 1
        from captures
        where ($day is null or captures.day = $day) and captures.extraction_key = extractions.extraction_key
    )
    and not exists (
        select 1
        from documents
        where documents.document_id = extractions.document_id
    )
qualify row_number() over (partition by extractions.document_id order by extractions.extraction_key) = 1
returning document_id;
