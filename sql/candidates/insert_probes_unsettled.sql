-- Documents outside the probes whose pairs among each other may no longer stand, because new documents made a bucket or
-- a part of one hot, or became its centre: they are looked up again with the probes.
--
-- reads   bucket_members, joined_documents, unsettled_documents (numbers found in memory)
-- writes  probes (temporary)

insert into probes
with

unsettled as (
    select document_number
    from bucket_members
    where
        not is_probe
        and n_documents > n_max
        and (
            n_documents - n_new <= n_max
            or (n_part > n_max and (is_centre_new or n_part - n_part_new <= n_max))
            or (kind = 'equal' and is_middle_new)
        )
    union
    select document_number
    from unsettled_documents
)

select
    joined_documents.document_id,
    false as is_new
from unsettled
inner join joined_documents on unsettled.document_number = joined_documents.document_number;
