-- What people have said of each pair.
--
-- reads   known_labels (temporary)
-- writes  opinions, one row a pair (temporary)
-- params  $annotator

create or replace temp table opinions as
select
    document_id_l,
    document_id_r,
    count(distinct annotator) as n_annotators,
    count(distinct verdict) filter (where not coalesce(is_adjudication, false)) as n_verdicts,
    bool_or(annotator = $annotator) as is_mine,
    bool_or(inclusion is not null) as is_sampled,
    bool_or(coalesce(is_adjudication, false)) as is_adjudicated,
    bool_or(coalesce(is_gold, false) and origin is distinct from 'gold check') as is_gold,
    bool_or(starts_with(coalesce(origin, ''), 'audit')) as is_audited,
    max(labelled_at) as labelled_at
from known_labels
group by document_id_l, document_id_r;
