-- How alike the verified pairs of a day are: pairs by twentieth of Jaccard and by verdict, per purpose.
--
-- reads   captures, decisions, verified_pairs
-- params  $day

with

of_day as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
)

select
    decisions.purpose,
    least(floor(verified_pairs.jaccard * 20), 19)::integer as twentieth,
    decisions.verdict,
    count(*) as n_pairs
from decisions
inner join verified_pairs
    on
        decisions.method_id = verified_pairs.method_id
        and decisions.document_id_l = verified_pairs.document_id_l
        and decisions.document_id_r = verified_pairs.document_id_r
where
    decisions.document_id_l in (select of_day.document_id from of_day)
    or decisions.document_id_r in (select of_day.document_id from of_day)
group by all
order by all;
