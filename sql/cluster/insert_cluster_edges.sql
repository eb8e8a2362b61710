-- Pairs that may be grouped: decided merge or review by the purpose's deciding method, both documents sound.
--
-- reads   decisions, sound_documents
-- writes  cluster_edges (temporary)
-- params  $purpose, $method_id

create or replace temp table cluster_edges as
with

sound as (
    select document_id
    from sound_documents
)

select
    decisions.document_id_l,
    decisions.document_id_r,
    decisions.verdict = 'merge' as is_merge
from decisions
where
    decisions.purpose = $purpose
    and decisions.method_id = $method_id
    and decisions.verdict <> 'keep'
    and decisions.document_id_l in (select sound.document_id from sound)
    and decisions.document_id_r in (select sound.document_id from sound);
