-- Buckets too full to be joined on one key alone that this day has filled, by method in use.
--
-- reads   hot_buckets
-- params  $day, $method_ids

select
    method_id,
    count(*) as n_buckets,
    max(n_documents) as n_documents,
    sum(n_pairs_skipped) as n_pairs_skipped
from hot_buckets
where day = $day and list_contains($method_ids, method_id)
group by method_id
order by method_id;
