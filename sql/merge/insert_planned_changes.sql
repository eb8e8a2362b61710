-- Merged clusters that hold a more complete document than the one that stands for them, and what letting it stand for
-- them would do: members without an own edge to it are released. A representative that a person chose, by hand or by
-- undoing a change, is left alone; so is a cluster that a batch of this plan touches already.
--
-- reads   merged_documents, documents, sound_documents, merge_evidence, ledger_effects, ledger_entries, planned_merges
-- writes  planned_members (temporary)
-- params  $purpose, $method_id, $batch_ids (planned just before)

create or replace temp table planned_members as
with

members as (
    select
        merged_documents.document_id,
        merged_documents.representative_id,
        documents.n_characters
    from merged_documents
    inner join documents on merged_documents.document_id = documents.document_id
    where merged_documents.purpose = $purpose and merged_documents.representative_id is not null
),

chosen as (
    select
        ledger_effects.document_id,
        arg_max(ledger_entries.action, ledger_entries.position) as action,
        arg_max(ledger_entries.batch_id, ledger_entries.position) as batch_id
    from ledger_effects
    inner join ledger_entries on ledger_effects.position = ledger_entries.position
    where
        ledger_entries.purpose = $purpose
        and ledger_effects.document_id = ledger_effects.representative_after
        and ledger_effects.representative_before is distinct from ledger_effects.representative_after
    group by ledger_effects.document_id
),

standing as (
    select members.*
    from members
    inner join chosen on members.document_id = chosen.document_id
    where
        members.document_id = members.representative_id
        and chosen.action in ('merge', 'change_representative')
        and chosen.batch_id <> ''
        and not exists (
            select 1
            from planned_merges
            where
                list_contains($batch_ids, planned_merges.batch_id)
                and planned_merges.document_id = members.document_id
        )
),

better as (
    select
        standing.document_id as representative_id,
        members.document_id as better_id,
        standing.n_characters as n_before,
        members.n_characters as n_after
    from standing
    inner join members on standing.document_id = members.representative_id
    inner join merge_evidence
        on
            merge_evidence.purpose = $purpose
            and merge_evidence.method_id = $method_id
            and merge_evidence.document_id_l = least(members.document_id, standing.document_id)
            and merge_evidence.document_id_r = greatest(members.document_id, standing.document_id)
    where members.n_characters > standing.n_characters
    qualify
        row_number() over (
            partition by standing.document_id
            order by members.n_characters desc, members.document_id asc
        ) = 1
)

select
    members.document_id,
    members.representative_id as representative_before,
    case
        when members.document_id = better.better_id or merge_evidence.evidence is not null then better.better_id
    end as representative_after,
    case
        when members.document_id = better.better_id
            then cast(to_json({
                'role': 'representative',
                'why': 'more complete: ' || better.n_after || ' characters instead of ' || better.n_before
            }) as varchar)
        else coalesce(merge_evidence.evidence, cast(to_json({
            'role': 'released',
            'why': 'no edge of its own to the new representative'
        }) as varchar))
    end as evidence,
    min(members.document_id) over (partition by members.representative_id) as cluster_id,
    false as is_doubtful
from better
inner join members on better.representative_id = members.representative_id
left join merge_evidence
    on
        merge_evidence.purpose = $purpose
        and merge_evidence.method_id = $method_id
        and merge_evidence.document_id_l = least(members.document_id, better.better_id)
        and merge_evidence.document_id_r = greatest(members.document_id, better.better_id);
