-- What must never hold after an action, in plain words: a cluster without exactly one survivor, or a forbidden
-- pair that the action has brought together. A pair that was judged different after it was merged is no fault of
-- this action: it is proposed for undo.
--
-- reads   merged_documents, forbidden_pairs, new_effects (temporary)
-- params  $purpose

with

state as (
    select
        document_id,
        representative_id
    from merged_documents
    where purpose = $purpose and representative_id is not null
),

without_survivor as (
    select
        'no survivor: ' || state.representative_id || ' stands for ' || state.document_id
        || ' and is itself merged or free' as fault
    from state
    left join state as survivors
        on
            state.representative_id = survivors.document_id
            and survivors.document_id = survivors.representative_id
    where survivors.document_id is null
),

moved as (
    select
        document_id,
        representative_after
    from new_effects
    where representative_after is not null and representative_before is distinct from representative_after
),

forbidden as (
    select
        'must not merge: ' || forbidden_pairs.document_id_l || ' and ' || forbidden_pairs.document_id_r
        || ' (' || forbidden_pairs.reason || ')' as fault
    from forbidden_pairs
    inner join state as state_l on forbidden_pairs.document_id_l = state_l.document_id
    inner join state as state_r on forbidden_pairs.document_id_r = state_r.document_id
    where
        forbidden_pairs.purpose = $purpose
        and state_l.representative_id = state_r.representative_id
        and exists (
            select 1
            from moved
            where
                moved.document_id in (state_l.document_id, state_r.document_id)
                and moved.representative_after = state_l.representative_id
        )
)

select fault
from without_survivor
union all
select fault
from forbidden
order by fault
limit 5;
