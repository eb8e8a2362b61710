-- Every planned batch with what became of it: applied and undone come from the ledger and its projection, answers from
-- approvals. undone_* are of an undo of the batch itself: its documents may also have been freed one by one.

create or replace view batch_states as
with

applied as (
    select
        batch_id,
        count(*) as n_entries,
        max(made_at) as applied_at,
        max(actor) as applied_by,
        max(reason) as applied_because
    from ledger_entries
    where action in ('merge', 'change_representative')
    group by batch_id
),

undone as (
    select
        entries.batch_id,
        count(*) as n_entries,
        max(undos.made_at) as undone_at,
        arg_max(undos.actor, undos.position) as undone_by,
        arg_max(undos.reason, undos.position) as undone_because
    from ledger_entries as undos
    inner join ledger_entries as entries on undos.undoes_position = entries.position
    where entries.action in ('merge', 'change_representative')
    group by entries.batch_id
),

freed as (
    select
        planned_merges.batch_id,
        count(*) as n_documents
    from planned_merges
    inner join merge_batches on planned_merges.batch_id = merge_batches.batch_id
    inner join merged_documents
        on
            planned_merges.document_id = merged_documents.document_id
            and merge_batches.purpose = merged_documents.purpose
    where
        planned_merges.document_id <> planned_merges.representative_after
        and merged_documents.representative_id is null
    group by planned_merges.batch_id
),

answered as (
    select
        batch_id,
        arg_max(is_approved, answered_at) as is_approved,
        arg_max(actor, answered_at) as answered_by,
        arg_max(note, answered_at) as note,
        max(answered_at) as answered_at
    from approvals
    group by batch_id
)

select
    merge_batches.*,
    case
        when applied.n_entries = coalesce(undone.n_entries, 0) then 'undone'
        when applied.n_entries > 0 and freed.n_documents >= merge_batches.n_documents then 'undone'
        when undone.n_entries > 0 or (applied.n_entries > 0 and freed.n_documents > 0) then 'undone in part'
        when applied.n_entries > 0 then 'applied'
        when answered.is_approved is false and not starts_with(answered.answered_by, 'nobody') then 'declined'
        when not merge_batches.is_current then 'replaced'
        when merge_batches.gate = 'refused' then 'refused'
        when merge_batches.gate = 'approval' then 'waiting'
        else 'planned'
    end as state,
    applied.applied_at,
    applied.applied_by,
    applied.applied_because,
    undone.undone_at,
    undone.undone_by,
    undone.undone_because,
    answered.is_approved,
    answered.answered_by,
    answered.note,
    answered.answered_at
from merge_batches
left join applied on merge_batches.batch_id = applied.batch_id
left join undone on merge_batches.batch_id = undone.batch_id
left join freed on merge_batches.batch_id = freed.batch_id
left join answered on merge_batches.batch_id = answered.batch_id;
