-- Days, captures and sound documents that a comparison is over.
--
-- reads   captures, sound_documents

select
    count(distinct day) as n_days,
    min(day) as first_day,
    max(day) as last_day,
    count(*) as n_captures,
    (select count(*) from sound_documents) as n_documents
from captures;
