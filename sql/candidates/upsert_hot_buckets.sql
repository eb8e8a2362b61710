-- Record the hot buckets as they are now; day and run are the last ones that changed them.
--
-- reads   found_hot_buckets
-- writes  hot_buckets, one row per (method, bucket)
-- params  $method_id, $day, $run_id

merge into hot_buckets
using found_hot_buckets
    on
        hot_buckets.method_id = $method_id
        and hot_buckets.band_index = found_hot_buckets.band_index
        and hot_buckets.band_key = found_hot_buckets.band_key
when matched
and (
    hot_buckets.n_documents <> found_hot_buckets.n_documents
    or hot_buckets.n_pairs_skipped <> found_hot_buckets.n_pairs_skipped
) then
    update
        set
            n_documents = found_hot_buckets.n_documents,
            n_pairs_skipped = found_hot_buckets.n_pairs_skipped,
            day = $day,
            run_id = $run_id
when not matched then
    insert
    values (
        $method_id,
        found_hot_buckets.band_index,
        found_hot_buckets.band_key,
        found_hot_buckets.n_documents,
        found_hot_buckets.n_pairs_skipped,
        $day,
        $run_id
    );
