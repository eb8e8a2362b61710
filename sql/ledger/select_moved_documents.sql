-- Documents whose present representative is not the one that a new effect expects: something happened in between.
--
-- reads   new_effects (registered by the caller), merged_documents

with

first_effects as (
    select *
    from new_effects
    qualify row_number() over (partition by purpose, document_id order by position) = 1
)

select first_effects.document_id
from first_effects
left join merged_documents
    on
        first_effects.purpose = merged_documents.purpose
        and first_effects.document_id = merged_documents.document_id
where first_effects.representative_before is distinct from merged_documents.representative_id
order by first_effects.document_id
limit 5;
