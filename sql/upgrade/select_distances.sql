-- How many compared pairs lie in each twentieth of Jaccard, and at each number of differing bits.
--
-- reads   verified_pairs
-- params  $method_id

select
    'jaccard' as measure,
    cast(least(floor(20 * jaccard), 19) as integer) as place,
    count(*) as n_pairs
from verified_pairs
where method_id = $method_id
group by place
union all
select
    'hamming' as measure,
    cast(hamming as integer) as place,
    count(*) as n_pairs
from verified_pairs
where method_id = $method_id and hamming is not null
group by place
order by measure asc, place asc;
