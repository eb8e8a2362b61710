-- What documents are meant by names: a document id, else a source id, else a URL, alone or after a day
-- ("2026-11-01 https://site.example/story"). n_documents: how many one name means; outcome: why it means none.
--
-- reads   documents, captures, wanted_names (registered by the caller)

with

by_id as (
    select wanted_names.document_name
    from wanted_names
    inner join documents on wanted_names.document_name = documents.document_id
),

open_names as (
    select document_name
    from wanted_names
    where document_name not in (select by_id.document_name from by_id)
),

carriers as (
    select
        open_names.document_name,
        captures.document_id,
        captures.outcome
    from open_names
    inner join captures on open_names.document_name = captures.source_id
    where captures.source_id <> ''
    union all
    select
        open_names.document_name,
        captures.document_id,
        captures.outcome
    from open_names
    inner join captures on open_names.document_name = captures.url
    union all
    select
        open_names.document_name,
        captures.document_id,
        captures.outcome
    from open_names
    inner join captures
        on
            substr(open_names.document_name, 12) = captures.url
            and left(open_names.document_name, 11) = strftime(captures.day, '%Y-%m-%d ')
)

select
    document_name as name,
    document_name as document_id,
    1 as n_documents,
    null as outcome
from by_id
union all
select
    document_name as name,
    min(document_id) as document_id,
    count(distinct document_id) as n_documents,
    min(outcome) as outcome
from carriers
group by document_name;
