-- Pairs that may be merged now, as places; those that only people may merge apart from those that the policy allows.
--
-- reads   merge_evidence, merge_nodes (temporary)
-- params  $purpose, $method_id

select
    nodes_l.place as place_l,
    nodes_r.place as place_r,
    merge_evidence.is_by_policy
from merge_evidence
inner join merge_nodes as nodes_l on merge_evidence.document_id_l = nodes_l.document_id
inner join merge_nodes as nodes_r on merge_evidence.document_id_r = nodes_r.document_id
where merge_evidence.purpose = $purpose and merge_evidence.method_id = $method_id;
