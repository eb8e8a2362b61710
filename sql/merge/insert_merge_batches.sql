-- Store a planned batch; a batch planned before stays as it is. Its gate is answered later.
--
-- writes  merge_batches
-- params  $batch_id, $kind, $purpose, $method_id, $n_clusters, $n_documents, $run_id, $planned_at

insert into merge_batches (
    batch_id, kind, purpose, method_id, n_clusters, n_documents, gate, gate_reasons, is_current, run_id, planned_at
)
values ($batch_id, $kind, $purpose, $method_id, $n_clusters, $n_documents, 'approval', [], true, $run_id, $planned_at)
on conflict do nothing;
