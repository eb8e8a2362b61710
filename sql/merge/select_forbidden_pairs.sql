-- Pairs of places that must not come together: forbidden themselves, or because one of them already stands for a
-- document that the other must be kept apart from.
--
-- reads   forbidden_pairs, merged_documents, merge_nodes (temporary)
-- params  $purpose

with

apart as (
    select
        document_id_l as document_id,
        document_id_r as other_id
    from forbidden_pairs
    where purpose = $purpose
    union all
    select
        document_id_r as document_id,
        document_id_l as other_id
    from forbidden_pairs
    where purpose = $purpose
)

select
    parted.place,
    kept.place as other_place
from apart
inner join merge_nodes as parted on apart.document_id = parted.document_id
inner join merge_nodes as kept on apart.other_id = kept.document_id
union
select
    parted.place,
    stand_ins.place as other_place
from apart
inner join merge_nodes as parted on apart.document_id = parted.document_id
inner join merged_documents
    on
        apart.other_id = merged_documents.document_id
        and merged_documents.purpose = $purpose
inner join merge_nodes as stand_ins on merged_documents.representative_id = stand_ins.document_id;
