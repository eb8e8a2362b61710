-- Rows of hot shards whose kind is past its days: texts by the newest day on which their content was captured, bytes by
-- the day of their own capture. A row stays when anything that holds to it must stay.
--
-- reads   captures, extractions, documents, kept_documents (temporary)
-- writes  cold_rows (temporary)
-- params  $kinds, $n_days (of each kind), $today

create or replace temp table cold_rows as
with

limits as (
    select
        unnest($kinds) as kind,
        unnest($n_days) as n_days
),

key_days as (
    select
        extraction_key,
        max(day) as day
    from captures
    where extraction_key is not null
    group by extraction_key
),

document_days as (
    select
        document_id,
        max(day) as day
    from captures
    where document_id is not null
    group by document_id
),

stored as (
    select
        extractions.shard,
        extractions.shard_row,
        extractions.document_id,
        coalesce(documents.kind, extractions.kind) as kind,
        coalesce(document_days.day, key_days.day) as day
    from extractions
    left join documents on extractions.document_id = documents.document_id
    left join document_days on extractions.document_id = document_days.document_id
    left join key_days on extractions.extraction_key = key_days.extraction_key
    union all
    select
        documents.shard,
        documents.shard_row,
        documents.document_id,
        documents.kind,
        document_days.day
    from documents
    left join document_days on documents.document_id = document_days.document_id
    union all
    select
        captures.shard,
        captures.shard_row,
        captures.document_id,
        coalesce(documents.kind, extractions.kind) as kind,
        captures.day
    from captures
    left join documents on captures.document_id = documents.document_id
    left join extractions on captures.extraction_key = extractions.extraction_key
)

select
    stored.shard,
    stored.shard_row
from stored
left join limits on stored.kind = limits.kind
left join kept_documents on stored.document_id = kept_documents.document_id
where not starts_with(stored.shard, 'cold/')
group by all
having
    bool_and(
        kept_documents.document_id is null
        and coalesce(stored.day + cast(limits.n_days as integer) < cast($today as date), false)
    );
