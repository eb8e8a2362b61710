-- Texts of a Parquet file, in file order, with a hash by which equal texts find each other within one run.
-- Columns that the file does not have are null.
--
-- reads   the file $path
-- params  $path

with

optional as (
    select
        null::varchar as url,
        null::varchar as title,
        null::varchar as lang,
        null::varchar as language
    limit 0
),

texts as (
    select *
    from optional
    union all by name
    select *
    from read_parquet($path)
)

select
    to_json(id)::varchar as id,
    url,
    title,
    text,
    coalesce(lang, language) as language,
    hash(text) as digest
from texts;
