-- How alike the verified pairs of a day are: pairs by twentieth of Jaccard and by verdict, per purpose.
--
-- reads   captures, decisions_in_use, verified_pairs
-- params  $day

with

of_day as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
)

select
    decisions_in_use.purpose,
    least(floor(verified_pairs.jaccard * 20), 19)::integer as twentieth,
    decisions_in_use.verdict,
    count(*) as n_pairs
from decisions_in_use
inner join verified_pairs
    on
        decisions_in_use.method_id = verified_pairs.method_id
        and decisions_in_use.document_id_l = verified_pairs.document_id_l
        and decisions_in_use.document_id_r = verified_pairs.document_id_r
where
    decisions_in_use.document_id_l in (select of_day.document_id from of_day)
    or decisions_in_use.document_id_r in (select of_day.document_id from of_day)
group by all
order by all;
