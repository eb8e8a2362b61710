-- Store what the gate said of a batch.
--
-- writes  merge_batches
-- params  $batch_id, $gate, $gate_reasons

update merge_batches
set
    gate = $gate,
    gate_reasons = $gate_reasons
where batch_id = $batch_id;
