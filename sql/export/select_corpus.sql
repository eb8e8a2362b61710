-- The corpus for one purpose with its texts: the documents that are shown, or all with their cluster and role. Each
-- row names the ledger position at which it was made, and every URL that carries the document.
--
-- reads   sound_documents, live_documents, merged_documents, sound_captures, ledger_entries, extraction shards
-- params  variables purpose, is_all, lake, paths (a statement that is copied to a file takes no parameters)

with

carried as (
    select
        document_id,
        list(distinct url order by url) as urls,
        min(day) as first_day,
        max(day) as last_day
    from sound_captures
    group by document_id
),

texts as (
    select
        substr(filename, length(getvariable('lake')) + 1) as shard,
        file_row_number as shard_row,
        main_text
    from read_parquet(getvariable('paths'), filename = true, file_row_number = true)
),

tip as (
    select coalesce(max(position), 0) as ledger_position
    from ledger_entries
)

select
    sound_documents.document_id,
    coalesce(merged_documents.representative_id, sound_documents.document_id) as cluster_id,
    case
        when live_documents.document_id is null then 'merged'
        when merged_documents.representative_id is null then 'single'
        else 'survivor'
    end as role,
    sound_documents.language,
    sound_documents.kind,
    sound_documents.title,
    texts.main_text,
    sound_documents.n_tokens,
    carried.urls,
    carried.first_day,
    carried.last_day,
    getvariable('purpose') as purpose,
    tip.ledger_position
from sound_documents
cross join tip
inner join carried on sound_documents.document_id = carried.document_id
left join merged_documents
    on
        sound_documents.document_id = merged_documents.document_id
        and merged_documents.purpose = getvariable('purpose')
left join live_documents
    on
        sound_documents.document_id = live_documents.document_id
        and live_documents.purpose = getvariable('purpose')
left join texts
    on
        sound_documents.shard = texts.shard
        and sound_documents.shard_row = texts.shard_row
where getvariable('is_all') or live_documents.document_id is not null
order by cluster_id, role = 'merged', sound_documents.document_id;
