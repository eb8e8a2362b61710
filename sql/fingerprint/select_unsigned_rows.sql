-- Where the texts lie that lack a fingerprint under some of the wanted methods: those of a day's sound documents, and
-- the pages of its sound captures. One row a shard and set of lacking methods.
--
-- reads   sound_captures, documents, extractions, fingerprints, page_fingerprints, unsigned_texts
-- params  $day, $document_methods, $page_methods (lists of method ids)

with

of_day as (
    select distinct
        document_id,
        extraction_key
    from sound_captures
    where day = $day
),

wanted as (
    select
        documents.document_id as text_id,
        documents.shard,
        documents.shard_row,
        documents.n_characters,
        unnest($document_methods::varchar[]) as method_id
    from documents
    where documents.document_id in (select of_day.document_id from of_day)
    union all
    select
        extractions.extraction_key as text_id,
        extractions.shard,
        extractions.shard_row,
        extractions.n_characters,
        unnest($page_methods::varchar[]) as method_id
    from extractions
    where extractions.extraction_key in (select of_day.extraction_key from of_day)
),

seen as (
    select
        method_id,
        document_id as text_id
    from fingerprints
    union all
    select
        method_id,
        extraction_key as text_id
    from page_fingerprints
    union all
    select
        method_id,
        text_id
    from unsigned_texts
),

lacking as (
    select
        wanted.shard,
        wanted.shard_row,
        max(wanted.n_characters) as n_characters,
        list(wanted.method_id order by wanted.method_id) as method_ids
    from wanted
    anti join seen on wanted.method_id = seen.method_id and wanted.text_id = seen.text_id
    group by wanted.shard, wanted.shard_row
)

select
    shard,
    method_ids,
    list(shard_row order by shard_row) as shard_rows,
    list(n_characters order by shard_row) as n_characters
from lacking
group by shard, method_ids
order by method_ids, shard;
