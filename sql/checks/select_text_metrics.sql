-- Per text: how much of it is garbled, whether it repeats itself, which walls it speaks of. Numbers only.
-- The first $max_characters count; a text of a megabyte costs no more than any other.
--
-- reads   texts (a registered Arrow table: extraction_key, main_text)
-- params  $max_characters, $mojibake, $wall (regular expressions)

with

heads as (
    select
        extraction_key,
        left(main_text, $max_characters) as head
    from texts
),

openings as (
    select
        extraction_key,
        head,
        length(head) as n_characters,
        left(ltrim(head), 60) as opening
    from heads
)

select
    extraction_key,
    n_characters,
    length(head) - length(replace(head, '�', '')) as n_replacements,
    len(regexp_extract_all(head, $mojibake)) as n_mojibake,
    case
        when regexp_matches(head, '[\x{0300}-\x{036f}\x{1100}-\x{11ff}]') then nfc_normalize(head) <> head
        else false
    end as is_decomposed,
    length(opening) = 60 and strpos(substr(head, 120), opening) > 0 as is_opening_repeated,
    case
        when n_characters < 1500 then len(list_distinct(regexp_extract_all(lower(head), $wall)))
        else 0
    end as n_wall_phrases
from openings;
