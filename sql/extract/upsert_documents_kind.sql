-- Settle what extractions of one document may say differently (kind, language; sizes under another extractor): the
-- most frequent, ties by name, whatever came first. Only documents that the day's captures carry are looked at, and
-- only extractions that captures carry count: those of an extractor that is being tried do not.
--
-- reads   captures, extractions
-- writes  documents
-- params  $day (null: all)

update documents
set
    kind = settled.kind,
    language = settled.language,
    n_tokens = settled.n_tokens,
    n_characters = settled.n_characters,
    length_band = length_band(settled.n_tokens)
from (
    with

    touched as (
        select distinct document_id
        from captures
        where ($day is null or day = $day) and document_id is not null
    ),

    said as (
        select
            extractions.document_id,
            extractions.kind,
            extractions.language,
            extractions.n_tokens,
            extractions.n_characters,
            count(*) over (partition by extractions.document_id, extractions.kind) as n_kind,
            count(*) over (partition by extractions.document_id, extractions.language) as n_language
        from extractions
        inner join touched on extractions.document_id = touched.document_id
        where
            exists (
                select 1
                from captures
                where captures.extraction_key = extractions.extraction_key
            )
    )

    select
        document_id,
        first(kind order by n_kind desc, kind asc) as kind,
        first(language order by n_language desc, language asc) as language,
        max(n_tokens) as n_tokens,
        max(n_characters) as n_characters
    from said
    group by document_id
) as settled
where
    documents.document_id = settled.document_id
    and (documents.kind, documents.language, documents.n_tokens, documents.n_characters)
    is distinct from (settled.kind, settled.language, settled.n_tokens, settled.n_characters)
returning documents.document_id;
