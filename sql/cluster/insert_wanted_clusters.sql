-- What proposed_clusters should hold for a purpose, with what is done about each document in plain words.
--
-- reads   cluster_roles (numbers, found in memory), cluster_documents
-- writes  wanted_clusters (temporary)

create or replace temp table wanted_clusters as
with

named as (
    select
        documents.document_id,
        documents.n_characters,
        representatives.document_id as representative_id,
        cluster_roles.role,
        bridges.document_id as bridge_document_id,
        rivals.document_id as kept_from_id,
        min(documents.document_id) over (partition by cluster_roles.representative_number) as cluster_id,
        count(*) over (partition by cluster_roles.representative_number) as n_documents
    from cluster_roles
    inner join cluster_documents as documents on cluster_roles.document_number = documents.document_number
    inner join cluster_documents as representatives
        on cluster_roles.representative_number = representatives.document_number
    left join cluster_documents as bridges on cluster_roles.bridge_number = bridges.document_number
    left join cluster_documents as rivals on cluster_roles.kept_from_number = rivals.document_number
)

select
    cluster_id,
    document_id,
    representative_id,
    role,
    bridge_document_id,
    case
        when role = 'representative'
            then format('the most complete of {}: {} characters; ties go to the smaller id', n_documents, n_characters)
        when role = 'member'
            then 'compared with the representative itself'
        when kept_from_id is not null
            then format('near the representative, but kept apart from member {}: for a person to review', kept_from_id)
        else
            format('reached only through {}, never compared with the representative: to review', bridge_document_id)
    end as reason
from named;
