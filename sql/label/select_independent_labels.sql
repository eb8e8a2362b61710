-- What each person said of each pair on their own: adjudications are decisions over others, not opinions.
--
-- reads   known_labels (temporary)

select
    annotator,
    document_id_l || ' ' || document_id_r as pair,
    verdict,
    coalesce(relation, '') as relation
from known_labels
where not coalesce(is_adjudication, false)
order by annotator, pair;
