-- Pairs of a day that wait for a person's verdict, the most alike first, with the guards that hold them.
--
-- reads   captures, decisions_in_use, verified_pairs, pair_guards, documents
-- params  $day, $purpose, $top

with

of_day as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
),

waiting as (
    select
        *,
        count(*) over () as n_waiting
    from decisions_in_use
    where
        purpose = $purpose
        and verdict = 'review'
        and label_id is null
        and (
            document_id_l in (select of_day.document_id from of_day)
            or document_id_r in (select of_day.document_id from of_day)
        )
    order by similarity desc, document_id_l asc, document_id_r asc
    limit $top
),

guarded as (
    select
        waiting.document_id_l,
        waiting.document_id_r,
        list(pair_guards.guard order by pair_guards.guard) as guards,
        list(pair_guards.detail order by pair_guards.guard) as details
    from waiting
    inner join pair_guards
        on
            waiting.document_id_l = pair_guards.document_id_l
            and waiting.document_id_r = pair_guards.document_id_r
            and waiting.guards_id = pair_guards.guards_id
    group by waiting.document_id_l, waiting.document_id_r
)

select
    waiting.document_id_l,
    waiting.document_id_r,
    waiting.reason,
    waiting.measure,
    waiting.similarity,
    waiting.n_waiting,
    verified_pairs.jaccard,
    verified_pairs.containment,
    verified_pairs.hamming,
    coalesce(guarded.guards, []) as guards,
    coalesce(guarded.details, []) as details,
    documents_l.title as title_l,
    documents_r.title as title_r,
    documents_l.shard as shard_l,
    documents_l.shard_row as shard_row_l,
    documents_r.shard as shard_r,
    documents_r.shard_row as shard_row_r
from waiting
left join verified_pairs
    on
        waiting.method_id = verified_pairs.method_id
        and waiting.document_id_l = verified_pairs.document_id_l
        and waiting.document_id_r = verified_pairs.document_id_r
left join guarded
    on waiting.document_id_l = guarded.document_id_l and waiting.document_id_r = guarded.document_id_r
inner join documents as documents_l on waiting.document_id_l = documents_l.document_id
inner join documents as documents_r on waiting.document_id_r = documents_r.document_id
order by waiting.similarity desc, waiting.document_id_l asc, waiting.document_id_r asc;
