-- Pairs that are proposed on the texts of one extractor and not of another, with what was measured of them.
--
-- reads   followed_pairs, standing_pairs (temporary)
-- writes  candidate_changes (temporary)

create or replace temp table candidate_changes as
select
    coalesce(standing_pairs.document_id_l, followed_pairs.document_id_l) as document_id_l,
    coalesce(standing_pairs.document_id_r, followed_pairs.document_id_r) as document_id_r,
    followed_pairs.document_id_l is not null as is_old,
    standing_pairs.document_id_l is not null as is_new,
    coalesce(standing_pairs.jaccard, followed_pairs.jaccard) as jaccard
from followed_pairs
full outer join standing_pairs
    on
        followed_pairs.document_id_l = standing_pairs.document_id_l
        and followed_pairs.document_id_r = standing_pairs.document_id_r;
