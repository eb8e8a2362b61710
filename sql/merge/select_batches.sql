-- Batches with their state, newest first: applied and undone come from the ledger alone.
--
-- reads   merge_batches, ledger_entries, approvals

with

merged as (
    select
        batch_id,
        count(*) as n_entries,
        max(made_at) as applied_at,
        max(actor) as applied_by
    from ledger_entries
    where action in ('merge', 'change_representative')
    group by batch_id
),

undone as (
    select
        applied.batch_id,
        count(*) as n_entries
    from ledger_entries as undos
    inner join ledger_entries as applied on undos.undoes_position = applied.position
    where applied.action in ('merge', 'change_representative')
    group by applied.batch_id
),

answers as (
    select
        batch_id,
        arg_max(is_approved, answered_at) as is_approved,
        arg_max(actor, answered_at) as answered_by
    from approvals
    group by batch_id
)

select
    merge_batches.batch_id,
    merge_batches.purpose,
    merge_batches.kind,
    case
        when merged.n_entries is null and answers.is_approved is false then 'declined'
        when merged.n_entries is null and merge_batches.gate = 'refused' then 'refused'
        when merged.n_entries is null and merge_batches.gate = 'approval' then 'waiting'
        when merged.n_entries is null then 'planned'
        when merged.n_entries = coalesce(undone.n_entries, 0) then 'undone'
        when undone.n_entries > 0 then 'undone in part'
        else 'applied'
    end as state,
    merge_batches.n_documents,
    merge_batches.n_clusters,
    merge_batches.planned_at::timestamp(0) as planned_at,
    coalesce(merged.applied_by, answers.answered_by, '') as actor,
    array_to_string(merge_batches.gate_reasons, '; ') as reasons
from merge_batches
left join merged on merge_batches.batch_id = merged.batch_id
left join undone on merge_batches.batch_id = undone.batch_id
left join answers on merge_batches.batch_id = answers.batch_id
order by merge_batches.planned_at desc, merge_batches.batch_id asc
limit 200;
