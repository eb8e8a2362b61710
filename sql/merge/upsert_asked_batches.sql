-- Keep when people were asked about batches.
--
-- writes  merge_batches
-- params  $batch_ids, $asked_at

update merge_batches
set asked_at = $asked_at
where list_contains($batch_ids, batch_id);
