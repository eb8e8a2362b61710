-- Take back the buckets that are hot no longer, after the whole index was joined again.
--
-- reads   found_hot_buckets
-- writes  hot_buckets
-- params  $method_id

delete from hot_buckets
where
    method_id = $method_id
    and not exists (
        select 1
        from found_hot_buckets
        where
            found_hot_buckets.band_index = hot_buckets.band_index
            and found_hot_buckets.band_key = hot_buckets.band_key
    );
