-- Outcomes of a day's captures by site and language.
--
-- reads   captures, extractions
-- params  $day

select
    captures.site,
    coalesce(nullif(extractions.language, ''), 'und') as language,
    coalesce(captures.outcome, 'not extracted') as outcome,
    count(*) as n_captures
from captures
left join extractions on captures.extraction_key = extractions.extraction_key
where captures.day = $day
group by all
order by all;
