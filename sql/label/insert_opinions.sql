-- What people have said of each pair for a purpose, with what still lies in the inbox.
--
-- reads   labels, new_labels (registered by the caller)
-- writes  known_labels (every current label), opinions (one row a pair): temporary
-- params  $purpose, $annotator

create or replace temp table known_labels as
with

given as (
    select *
    from labels
    where purpose = $purpose
    union all by name
    select *
    from new_labels
    where purpose = $purpose and label_id not in (select labels.label_id from labels)
)

select *
from given
where
    label_id not in (
        select newer.supersedes from given as newer
        where newer.supersedes is not null
    )
qualify
    row_number() over (
        partition by document_id_l, document_id_r, annotator, coalesce(is_adjudication, false)
        order by labelled_at desc, label_id desc
    ) = 1;

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
