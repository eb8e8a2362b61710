-- Long lines of texts by their hash: what a site repeats on every page, and what a text repeats within itself.
-- Of a short text its sentences, without addresses and identifiers: a wall names the page that was asked for, or the
-- request, and is the same wall on every page. Plain numbers stay: a bulletin may differ in nothing else.
--
-- reads   texts (a registered Arrow table: extraction_key, main_text)
-- params  $max_characters, $short (characters), $identifiers (regular expression),
--         $stops (characters that end a sentence), $ends (as many line ends)

with

heads as (
    select
        hash(extraction_key) as text_key,
        case
            when length(main_text) > $max_characters then left(main_text, $max_characters)
            when length(main_text) >= $short then main_text
            when regexp_matches(main_text, '[0-9/]')
                then translate(regexp_replace(main_text, $identifiers, '', 'g'), $stops, $ends)
            else translate(main_text, $stops, $ends)
        end as head,
        if(length(main_text) < $short, 6, 20) as n_least
    from texts
),

lines as (
    select
        text_key,
        n_least,
        unnest(string_split(head, chr(10))) as sentence
    from heads
),

keyed as (
    select
        text_key,
        hash(sentence) as line_key,
        length(sentence) as n_characters
    from lines
    where length(sentence) >= n_least
)

select
    text_key,
    line_key,
    any_value(n_characters) as n_characters,
    count(*) as n_times
from keyed
group by text_key, line_key;
