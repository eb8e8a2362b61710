-- Let a purpose's batches be current that the newest plan holds, and no other.
--
-- writes  merge_batches
-- params  $purpose, $batch_ids

update merge_batches
set is_current = list_contains($batch_ids, batch_id)
where purpose = $purpose and is_current <> list_contains($batch_ids, batch_id);
