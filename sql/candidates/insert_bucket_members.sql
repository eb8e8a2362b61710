-- What the bucket of each entry does with it. cold: every pair of the bucket is proposed. rekeyed: the bucket is hot,
-- but every pair of its part (entries that also share the second key) is proposed. star: the part is hot too, and its
-- first document is joined with each other one. A hot bucket of equal signatures is a star as well, around the document
-- with the fewest facts (a missing fact forbids nothing).
--
-- reads   bucket_entries, joined_documents
-- writes  bucket_members (temporary), the buckets that hold a probe and another document
-- params  $max_bucket, $max_block

create or replace temp table bucket_members as
with

sized as (
    select
        bucket_entries.*,
        joined_documents.is_probe,
        joined_documents.is_new,
        case when bucket_entries.kind = 'simhash' then $max_block else $max_bucket end as n_max,
        count(*) over bucket as n_documents,
        bool_or(joined_documents.is_probe) over bucket as is_probed,
        count(*) filter (where joined_documents.is_new) over bucket as n_new,
        count(*) over part as n_part,
        count(*) filter (where joined_documents.is_new) over part as n_part_new,
        first_value(bucket_entries.document_number) over part_order as centre,
        first_value(joined_documents.is_new) over part_order as is_centre_new,
        first_value(joined_documents.is_probe) over part_order as is_centre_probe,
        first_value(bucket_entries.document_number) over facts_order as middle,
        first_value(joined_documents.is_new) over facts_order as is_middle_new,
        first_value(joined_documents.is_probe) over facts_order as is_middle_probe
    from bucket_entries
    inner join joined_documents on bucket_entries.document_number = joined_documents.document_number
    window
        bucket as (partition by bucket_entries.band_index, bucket_entries.band_key),
        part as (partition by bucket_entries.band_index, bucket_entries.band_key, bucket_entries.second_key),
        part_order as (
            partition by bucket_entries.band_index, bucket_entries.band_key, bucket_entries.second_key
            order by bucket_entries.document_number
        ),
        facts_order as (
            partition by bucket_entries.band_index, bucket_entries.band_key
            order by joined_documents.n_facts, bucket_entries.document_number
        )
)

select
    *,
    case when n_documents <= n_max then 'cold' when n_part <= n_max then 'rekeyed' else 'star' end as state,
    case when n_documents <= n_max then 0 else second_key end as part_key
from sized
where n_documents > 1 and is_probed;
