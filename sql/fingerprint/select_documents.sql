-- Sound documents of a day that lack a fingerprint under some of the wanted methods: one row a shard and lacking set.
--
-- reads   sound_captures, documents, fingerprints, unsigned_texts
-- params  $day, $method_ids

with

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
),

wanted as (
    select
        documents.document_id,
        documents.shard,
        documents.shard_row,
        documents.n_characters,
        unnest($method_ids) as method_id
    from documents
    inner join of_day on documents.document_id = of_day.document_id
),

lacking as (
    select
        shard,
        shard_row,
        n_characters,
        list(method_id order by method_id) as method_ids
    from wanted
    where
        not exists (
            select 1
            from fingerprints
            where fingerprints.method_id = wanted.method_id and fingerprints.document_id = wanted.document_id
        )
        and not exists (
            select 1
            from unsigned_texts
            where unsigned_texts.method_id = wanted.method_id and unsigned_texts.text_id = wanted.document_id
        )
    group by all
)

select
    shard,
    method_ids,
    list(shard_row order by shard_row) as shard_rows,
    list(n_characters order by shard_row) as n_characters
from lacking
group by shard, method_ids
order by method_ids, shard;
