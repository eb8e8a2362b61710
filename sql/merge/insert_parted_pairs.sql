-- Pairs that staged effects part: each document and the one that stood for it before.
--
-- reads   new_effects (temporary)
-- writes  parted_pairs (temporary)

create or replace temp table parted_pairs as
select distinct
    least(document_id, representative_before) as document_id_l,
    greatest(document_id, representative_before) as document_id_r
from new_effects
where
    representative_before <> document_id
    and representative_after is distinct from representative_before;
