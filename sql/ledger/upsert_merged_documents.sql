-- Bring the projection to the effects just appended: the newest effect on a document decides.
--
-- reads   new_entries, new_effects (temporary)
-- writes  merged_documents
-- params  $position (of the last entry so far)

insert into merged_documents
select
    new_entries.purpose,
    new_effects.document_id,
    nullif(arg_max(coalesce(new_effects.representative_after, ''), new_effects.entry_order), '') as representative_id,
    $position + max(new_effects.entry_order) as position
from new_effects
inner join new_entries on new_effects.entry_order = new_entries.entry_order
group by new_entries.purpose, new_effects.document_id
on conflict (purpose, document_id) do update
    set
        representative_id = excluded.representative_id,
        position = excluded.position;
