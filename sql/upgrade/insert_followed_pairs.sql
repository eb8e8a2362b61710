-- Pairs of documents under the documents that take their place; pairs that become one document are left out.
--
-- reads   former_pairs (registered by the caller), successors (temporary)
-- writes  followed_pairs (temporary)

create or replace temp table followed_pairs as
with

followed as (
    select
        former_pairs.* exclude (document_id_l, document_id_r),
        coalesce(successors_l.document_id_new, former_pairs.document_id_l) as one_id,
        coalesce(successors_r.document_id_new, former_pairs.document_id_r) as other_id
    from former_pairs
    left join successors as successors_l on former_pairs.document_id_l = successors_l.document_id_old
    left join successors as successors_r on former_pairs.document_id_r = successors_r.document_id_old
)

select
    least(one_id, other_id) as document_id_l,
    greatest(one_id, other_id) as document_id_r,
    * exclude (one_id, other_id)
from followed
where one_id <> other_id
qualify
    row_number() over (
        partition by least(one_id, other_id), greatest(one_id, other_id)
        order by one_id
    ) = 1;
