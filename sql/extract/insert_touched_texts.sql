-- Remember which texts of which sites a day's captures carry: asked before and after their outcomes are filled in, so
-- that a text which a capture no longer carries is counted anew as well.
--
-- reads   captures, extractions
-- writes  touched_texts (temporary)
-- params  $day (null: all)

create temporary table if not exists touched_texts (site varchar, text_sha256 varchar);

insert into touched_texts
select distinct
    captures.site,
    extractions.text_sha256
from captures
inner join extractions on captures.extraction_key = extractions.extraction_key
where ($day is null or captures.day = $day) and captures.site <> '' and extractions.outcome = 'ok';
