-- Documents whose present representative is not the one that a new effect expects: something happened in between.
--
-- reads   new_entries, new_effects (temporary), merged_documents

with

first_effects as (
    select
        new_entries.purpose,
        new_effects.document_id,
        arg_min(coalesce(new_effects.representative_before, ''), new_effects.entry_order) as expected
    from new_effects
    inner join new_entries on new_effects.entry_order = new_entries.entry_order
    group by new_entries.purpose, new_effects.document_id
)

select first_effects.document_id
from first_effects
left join merged_documents
    on
        first_effects.purpose = merged_documents.purpose
        and first_effects.document_id = merged_documents.document_id
where first_effects.expected <> coalesce(merged_documents.representative_id, '')
order by first_effects.document_id
limit 5;
