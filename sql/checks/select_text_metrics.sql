-- Per text: how much of it is garbled, whether it repeats itself, which walls it speaks of. Numbers only.
-- The first $max_characters count; a text of a megabyte costs no more than any other. One scan looks for any sign of
-- damage; only where it finds one are the signs counted. (`if` looks at the rows that need it, `and` at all of them.)
--
-- reads   texts (a registered Arrow table: extraction_key, main_text)
-- params  $max_characters, $short (characters), $damage (mojibake, or letters stored in parts), $mojibake, $wall

with

heads as (
    select
        extraction_key,
        if(length(main_text) > $max_characters, left(main_text, $max_characters), main_text) as head
    from texts
),

openings as (
    select
        extraction_key,
        head,
        length(head) as n_characters,
        left(ltrim(left(head, 300)), 60) as opening,
        if(strlen(head) > length(head), regexp_matches(head, $damage), false) as is_suspect,
        if(length(head) < $short, regexp_matches(head, $wall, 'i'), false) as is_wall_suspect
    from heads
)

select
    extraction_key,
    n_characters,
    n_characters - length(replace(head, '�', '')) as n_replacements,
    if(is_suspect, len(regexp_extract_all(head, $mojibake)), 0) as n_mojibake,
    if(is_suspect, nfc_normalize(head) <> head, false) as is_decomposed,
    case
        when length(opening) < 60 or len(string_split(head, opening)) < 3 then false
        else strpos(substr(head, 120), opening) > 0
    end as is_opening_repeated,
    if(is_wall_suspect, len(list_distinct(regexp_extract_all(lower(head), $wall))), 0) as n_wall_phrases
from openings;
