-- What users see for each purpose: every sound document that no other stands for, and of each merged cluster exactly
-- one: its representative, or, while that is not sound, the sound member with the smallest id.

create or replace view live_documents as
with

purposes as (
    select unnest(['search', 'history']) as purpose
),

ranked as (
    select
        merged_documents.purpose,
        merged_documents.document_id,
        row_number() over (
            partition by merged_documents.purpose, merged_documents.representative_id
            order by
                merged_documents.document_id = merged_documents.representative_id desc,
                merged_documents.document_id
        ) as place
    from merged_documents
    inner join sound_documents on merged_documents.document_id = sound_documents.document_id
    where merged_documents.representative_id is not null
)

select
    purposes.purpose,
    sound_documents.*
from sound_documents
cross join purposes
left join ranked
    on
        sound_documents.document_id = ranked.document_id
        and purposes.purpose = ranked.purpose
where ranked.place is null or ranked.place = 1;

create or replace view live_documents_search as
select * exclude (purpose)
from live_documents
where purpose = 'search';

create or replace view live_documents_history as
select * exclude (purpose)
from live_documents
where purpose = 'history';
