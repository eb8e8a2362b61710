-- Bring the projection to the effects just appended: the newest effect on a document decides.
--
-- reads   new_effects (registered by the caller)
-- writes  merged_documents

insert into merged_documents
select
    purpose,
    document_id,
    representative_after as representative_id,
    position
from new_effects
qualify row_number() over (partition by purpose, document_id order by position desc) = 1
on conflict (purpose, document_id) do update
    set
        representative_id = excluded.representative_id,
        position = excluded.position;
