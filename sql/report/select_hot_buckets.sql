-- Buckets too full to be joined on one key alone that this day has filled, by method.
--
-- reads   hot_buckets
-- params  $day

select
    method_id,
    count(*) as n_buckets,
    max(n_documents) as n_documents,
    sum(n_pairs_skipped) as n_pairs_skipped
from hot_buckets
where day = $day
group by method_id
order by method_id;
