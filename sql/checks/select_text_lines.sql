-- Long lines of texts by their hash: what a site repeats on every page, and what a text repeats within itself.
--
-- reads   texts (a registered Arrow table: extraction_key, main_text)
-- params  $max_characters

with

lines as (
    select
        hash(extraction_key) as text_key,
        unnest(
            string_split(
                if(length(main_text) > $max_characters, left(main_text, $max_characters), main_text), chr(10)
            )
        ) as sentence
    from texts
),

keyed as (
    select
        text_key,
        hash(sentence) as line_key,
        length(sentence) as n_characters
    from lines
    where length(sentence) >= 20
)

select
    text_key,
    line_key,
    any_value(n_characters) as n_characters,
    count(*) as n_times
from keyed
group by text_key, line_key;
