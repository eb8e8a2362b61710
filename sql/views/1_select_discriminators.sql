-- URLs that people have separated from an exact duplicate, from the ledger alone: captures of such a URL that carry
-- document_id are given separated_id instead, on every day, until the separation is undone.

create or replace view discriminators as
select
    position,
    json_extract_string(evidence, '$.document_id') as document_id,
    json_extract_string(evidence, '$.url') as url,
    json_extract_string(evidence, '$.separated_id') as separated_id
from ledger_entries
where
    action = 'separate'
    and position not in (
        select undoes_position
        from ledger_entries
        where undoes_position is not null
    );
