-- What each purpose merges: documents that another stands for now, and whether any policy in force merges by itself.
--
-- reads   merged_documents, policies, label_current
-- params  $purposes

with

wanted as (
    select unnest($purposes) as purpose
)

select
    wanted.purpose,
    (
        select count(*)
        from merged_documents
        where
            merged_documents.purpose = wanted.purpose
            and merged_documents.representative_id <> merged_documents.document_id
    ) as n_merged,
    (
        select count(*)
        from policies
        where policies.purpose = wanted.purpose and policies.status = 'active'
    ) as n_strata,
    (
        select count(*)
        from policies
        where policies.purpose = wanted.purpose and policies.status = 'active' and policies.merge_at is not null
    ) as n_strata_merging
from wanted
order by wanted.purpose desc;
