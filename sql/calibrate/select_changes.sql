-- How many documents and pairs would change, by direction.
--
-- reads   changed_pairs (temporary)

with

ends as (
    select
        direction,
        unnest([document_id_l, document_id_r]) as document_id
    from changed_pairs
),

documents as (
    select
        direction,
        count(distinct document_id) as n_documents
    from ends
    group by direction
)

select
    changed_pairs.direction,
    count(*) as n_pairs,
    any_value(documents.n_documents) as n_documents
from changed_pairs
inner join documents on changed_pairs.direction = documents.direction
group by changed_pairs.direction
order by changed_pairs.direction;
