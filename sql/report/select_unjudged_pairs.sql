-- How many pairs of a day wait for a person's verdict; a pair judged the same waits for an approval at most.
--
-- reads   captures, decisions_in_use
-- params  $day

with

of_day as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
)

select
    purpose,
    count(*) as n_pairs
from decisions_in_use
where
    verdict = 'review'
    and label_id is null
    and (
        document_id_l in (select of_day.document_id from of_day)
        or document_id_r in (select of_day.document_id from of_day)
    )
group by purpose;
