-- Annotators against pairs whose verdict is known.
--
-- reads   known_labels (temporary)

with

gold as (
    select
        document_id_l,
        document_id_r,
        arg_max(verdict, labelled_at) as verdict
    from known_labels
    where is_gold and origin is distinct from 'gold check'
    group by all
)

select
    known_labels.annotator,
    count(*) as n_pairs,
    count(*) filter (where known_labels.verdict = gold.verdict) as n_right
from known_labels
inner join gold
    on known_labels.document_id_l = gold.document_id_l and known_labels.document_id_r = gold.document_id_r
where not coalesce(known_labels.is_gold, false) or known_labels.origin = 'gold check'
group by known_labels.annotator
order by known_labels.annotator;
