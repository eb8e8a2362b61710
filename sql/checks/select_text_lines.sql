-- Long lines of texts by their hash: what a site repeats on every page, and what a text repeats within itself.
--
-- reads   texts (a registered Arrow table: extraction_key, main_text)
-- params  $max_characters

with

lines as (
    select
        extraction_key,
        trim(unnest(string_split(left(main_text, $max_characters), chr(10)))) as sentence
    from texts
)

select
    hash(extraction_key) as text_key,
    hash(sentence) as line_key,
    any_value(length(sentence)) as n_characters,
    count(*) as n_times
from lines
where length(sentence) >= 20
group by text_key, line_key;
