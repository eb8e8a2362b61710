-- Documents whose row in the projection is not what the ledger alone says.

create or replace view projection_faults as
with

replayed as (
    select
        ledger_entries.purpose,
        ledger_effects.document_id,
        ledger_effects.representative_after as representative_id
    from ledger_effects
    inner join ledger_entries on ledger_effects.position = ledger_entries.position
    qualify
        row_number() over (
            partition by ledger_entries.purpose, ledger_effects.document_id
            order by ledger_effects.position desc
        ) = 1
)

select
    coalesce(replayed.purpose, merged_documents.purpose) as purpose,
    coalesce(replayed.document_id, merged_documents.document_id) as document_id
from replayed
full outer join merged_documents
    on
        replayed.purpose = merged_documents.purpose
        and replayed.document_id = merged_documents.document_id
where replayed.representative_id is distinct from merged_documents.representative_id;
