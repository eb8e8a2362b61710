-- Merges in force between sound documents, with what a method has measured of each pair (null: not compared). Under the
-- newest guards that looked at the pair.
--
-- reads   merged_documents, sound_documents, documents, verified_pairs, guard_checks, pair_guards, pair_labels
-- writes  live_merges (temporary)
-- params  $purpose, $method_id

create or replace temp table live_merges as
with

merged as (
    select
        document_id,
        representative_id,
        least(document_id, representative_id) as document_id_l,
        greatest(document_id, representative_id) as document_id_r
    from merged_documents
    where purpose = $purpose and representative_id is not null and document_id <> representative_id
),

looks as (
    select
        guard_checks.document_id_l,
        guard_checks.document_id_r,
        guard_checks.guards_id,
        guard_checks.aligned
    from guard_checks
    semi join merged
        on
            guard_checks.document_id_l = merged.document_id_l
            and guard_checks.document_id_r = merged.document_id_r
    qualify
        row_number() over (
            partition by guard_checks.document_id_l, guard_checks.document_id_r
            order by guard_checks.rowid desc
        ) = 1
),

guarded as (
    select
        looks.document_id_l,
        looks.document_id_r,
        string_agg(distinct pair_guards.guard, ', ' order by pair_guards.guard) as guards
    from looks
    inner join pair_guards
        on
            looks.document_id_l = pair_guards.document_id_l
            and looks.document_id_r = pair_guards.document_id_r
            and looks.guards_id = pair_guards.guards_id
    group by all
)

select
    merged.document_id,
    merged.representative_id,
    merged.document_id_l,
    merged.document_id_r,
    documents_l.shard as shard_l,
    documents_l.shard_row as shard_row_l,
    documents_r.shard as shard_r,
    documents_r.shard_row as shard_row_r,
    verified_pairs.jaccard,
    verified_pairs.containment,
    looks.aligned,
    guarded.guards,
    coalesce(pair_labels.verdict, '') as verdict
from merged
inner join documents as documents_l on merged.document_id_l = documents_l.document_id
inner join documents as documents_r on merged.document_id_r = documents_r.document_id
semi join sound_documents as sound_l on merged.document_id_l = sound_l.document_id
semi join sound_documents as sound_r on merged.document_id_r = sound_r.document_id
left join verified_pairs
    on
        verified_pairs.method_id = $method_id
        and merged.document_id_l = verified_pairs.document_id_l
        and merged.document_id_r = verified_pairs.document_id_r
left join looks
    on merged.document_id_l = looks.document_id_l and merged.document_id_r = looks.document_id_r
left join guarded
    on merged.document_id_l = guarded.document_id_l and merged.document_id_r = guarded.document_id_r
left join pair_labels
    on
        pair_labels.purpose = $purpose
        and merged.document_id_l = pair_labels.document_id_l
        and merged.document_id_r = pair_labels.document_id_r;
