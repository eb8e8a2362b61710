-- Pairs that staged effects part: each document and the one that stood for it before, unless they stay together.
--
-- reads   new_entries, new_effects (temporary), merged_documents
-- writes  parted_pairs (temporary)

create or replace temp table parted_pairs as
with

places as (
    select
        document_id,
        arg_max(coalesce(representative_after, document_id), entry_order) as representative_id
    from new_effects
    group by document_id
)

select distinct
    least(new_effects.document_id, new_effects.representative_before) as document_id_l,
    greatest(new_effects.document_id, new_effects.representative_before) as document_id_r
from new_effects
inner join new_entries on new_effects.entry_order = new_entries.entry_order
inner join places as places_of on new_effects.document_id = places_of.document_id
left join places as places_before on new_effects.representative_before = places_before.document_id
left join merged_documents
    on
        new_effects.representative_before = merged_documents.document_id
        and new_entries.purpose = merged_documents.purpose
where
    new_effects.representative_before <> new_effects.document_id
    and places_of.representative_id is distinct from coalesce(
        places_before.representative_id, merged_documents.representative_id, new_effects.representative_before
    );
