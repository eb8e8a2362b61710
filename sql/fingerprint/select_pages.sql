-- Extractions of a day's sound captures that lack a page fingerprint under some of the wanted methods.
--
-- reads   sound_captures, extractions, page_fingerprints, unsigned_texts
-- params  $day, $method_ids

with

of_day as (
    select distinct extraction_key
    from sound_captures
    where day = $day
),

wanted as (
    select
        extractions.extraction_key,
        extractions.shard,
        extractions.shard_row,
        extractions.n_characters,
        unnest($method_ids) as method_id
    from extractions
    inner join of_day on extractions.extraction_key = of_day.extraction_key
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
            from page_fingerprints
            where
                page_fingerprints.method_id = wanted.method_id
                and page_fingerprints.extraction_key = wanted.extraction_key
        )
        and not exists (
            select 1
            from unsigned_texts
            where unsigned_texts.method_id = wanted.method_id and unsigned_texts.text_id = wanted.extraction_key
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
