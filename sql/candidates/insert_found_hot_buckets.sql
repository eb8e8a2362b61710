-- Buckets of the probes with more documents than allowed, and how many of their pairs are not proposed from them.
--
-- reads   bucket_members, joined_hot_buckets (found in memory)
-- writes  found_hot_buckets (temporary)

create or replace temp table found_hot_buckets as
with

parts as (
    select
        kind,
        band_index,
        band_key,
        second_key,
        any_value(n_documents) as n_documents,
        any_value(n_part) as n_part,
        any_value(n_part) > any_value(n_max) as is_star,
        bool_or(document_number = middle) as has_middle
    from bucket_members
    where n_documents > n_max
    group by all
)

select
    band_index,
    band_key,
    any_value(n_documents) as n_documents,
    cast(
        any_value(n_documents * (n_documents - 1) // 2)
        - sum(case when is_star then n_part - 1 else n_part * (n_part - 1) // 2 end)
        - sum(case when kind = 'equal' and not has_middle then n_part else 0 end) as bigint
    ) as n_pairs_skipped
from parts
group by band_index, band_key
union all
select
    band_index,
    band_key,
    n_documents,
    n_pairs_skipped
from joined_hot_buckets;
