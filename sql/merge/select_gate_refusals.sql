-- Reasons why a batch must not be applied, whoever asks.
--
-- reads   merge_batches, planned_merges, policies, pair_labels, rehearsals, methods
-- params  $batch_id

with

evidence as (
    select
        merge_batches.purpose,
        planned_merges.document_id,
        planned_merges.representative_after,
        json_extract_string(planned_merges.evidence, '$.policy_id') as policy_id,
        json_extract_string(planned_merges.evidence, '$.verdict') = 'review' as is_judged
    from planned_merges
    inner join merge_batches on planned_merges.batch_id = merge_batches.batch_id
    where
        planned_merges.batch_id = $batch_id
        and planned_merges.document_id <> planned_merges.representative_after
),

unjustified as (
    select 'decided under no active policy: ' || count(*) || ' documents' as reason
    from evidence
    where
        not evidence.is_judged
        and not exists (
            select 1
            from policies
            where policies.policy_id = evidence.policy_id and policies.status = 'active'
        )
    having count(*) > 0
),

withdrawn as (
    select 'judged same no longer: ' || count(*) || ' documents' as reason
    from evidence
    where
        evidence.is_judged
        and not exists (
            select 1
            from pair_labels
            where
                pair_labels.purpose = evidence.purpose
                and pair_labels.document_id_l = least(evidence.document_id, evidence.representative_after)
                and pair_labels.document_id_r = greatest(evidence.document_id, evidence.representative_after)
                and pair_labels.verdict = 'same'
        )
    having count(*) > 0
),

replaced as (
    select 'decided by ' || methods.method_id || ', which is not active any more' as reason
    from merge_batches
    inner join methods on merge_batches.method_id = methods.method_id
    where merge_batches.batch_id = $batch_id and methods.status <> 'active'
),

newest_rehearsal as (
    select
        is_exact,
        reason
    from rehearsals
    where batch_id = $batch_id
    order by rehearsed_at desc
    limit 1
)

select reason
from unjustified
union all
select reason
from withdrawn
union all
select reason
from replaced
union all
select 'the rehearsal failed: ' || reason as reason
from newest_rehearsal
where not is_exact
union all
select 'it was never rehearsed' as reason
where not exists (select 1 from newest_rehearsal);
