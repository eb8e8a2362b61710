-- What a method says of each merge in force: the rules of `decide` for a pair that goes to people at least.
--
-- reads   live_merges (temporary), measured_merges (registered by the caller)
-- writes  judged_merges (temporary)
-- params  $method_id, $review_at, $review_containment_at, $review_aligned_at

create or replace temp table judged_merges as
with

measured as (
    select
        live_merges.* exclude (jaccard, containment),
        coalesce(live_merges.jaccard, measured_merges.jaccard) as jaccard,
        coalesce(live_merges.containment, measured_merges.containment) as containment
    from live_merges
    left join measured_merges
        on
            live_merges.document_id_l = measured_merges.document_id_l
            and live_merges.document_id_r = measured_merges.document_id_r
)

select
    document_id,
    representative_id,
    document_id_l,
    document_id_r,
    jaccard,
    case
        when guards is not null then true
        when verdict = 'same' then false
        else not coalesce(
            jaccard >= $review_at or containment >= $review_containment_at or aligned >= $review_aligned_at, false
        )
    end as is_contradicted,
    case
        when guards is not null then 'held apart by ' || guards
        when verdict = 'same' then 'judged same'
        else cast(round(100 * coalesce(jaccard, 0)) as integer) || ' % of word sequences shared under ' || $method_id
    end as reason
from measured
where verdict <> 'different';
