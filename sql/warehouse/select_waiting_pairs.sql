-- How many pairs wait for a person's verdict, for each purpose; a pair judged the same waits for an approval at most.
--
-- reads   decisions_in_use

select
    purpose,
    count(*) as n_pairs
from decisions_in_use
where verdict = 'review' and label_id is null
group by purpose
order by purpose;
