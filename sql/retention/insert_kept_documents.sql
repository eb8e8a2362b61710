-- Documents whose texts and bytes stay where they are: a merge, a label, a constraint or a waiting batch refers to
-- them, or they come from a site that is kept.
--
-- reads   ledger_effects, merged_documents, labels, constraints, planned_merges, merge_batches, captures
-- writes  kept_documents (temporary)
-- params  $sites

create or replace temp table kept_documents as
with

referred as (
    select unnest([document_id, representative_before, representative_after]) as document_id
    from ledger_effects
    union all
    select unnest([document_id, representative_id]) as document_id
    from merged_documents
    union all
    select unnest([document_id_l, document_id_r]) as document_id
    from labels
    union all
    select unnest([document_id_l, document_id_r]) as document_id
    from constraints
    union all
    select planned_merges.document_id
    from planned_merges
    inner join merge_batches on planned_merges.batch_id = merge_batches.batch_id
    where merge_batches.is_current
    union all
    select document_id
    from captures
    where list_contains($sites, site)
)

select distinct document_id
from referred
where document_id is not null;
