-- How many pairs both versions propose, only the new one, only the old one; and how many of each go to people.
--
-- reads   candidate_changes (temporary)
-- params  $review_at

select
    case when is_old and is_new then 'kept' when is_new then 'gained' else 'lost' end as effect,
    count(*) as n_pairs,
    count(*) filter (where jaccard >= $review_at) as n_near
from candidate_changes
group by effect
order by effect;
