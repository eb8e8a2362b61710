-- Captures that carry a document and are not put aside.

create or replace view sound_captures as
select captures.*
from captures
where
    captures.outcome = 'ok'
    and not exists (
        select 1
        from quarantined
        where quarantined.day = captures.day and quarantined.site in ('', captures.site)
    );
