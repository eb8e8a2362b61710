-- Pairs that only one of two versions would merge by itself.
--
-- reads   merging_old, merging_new (temporary)
-- writes  changed_pairs (temporary)

create or replace temp table changed_pairs as
select merging_new.*
from merging_new
anti join merging_old
    on
        merging_new.document_id_l = merging_old.document_id_l
        and merging_new.document_id_r = merging_old.document_id_r
union all
select merging_old.* replace ('released' as direction)
from merging_old
anti join merging_new
    on
        merging_old.document_id_l = merging_new.document_id_l
        and merging_old.document_id_r = merging_new.document_id_r;
