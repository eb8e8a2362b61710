-- What the scan of all signatures found near a sampled document: one pair of hubs for each pair of unlike signatures,
-- whether an index proposed it (for any hubs of the two signatures), and what is known of it.
--
-- reads   scanned_pairs (found in memory), sampled_documents, indexed_documents, candidate_pairs, verified_pairs,
--         pair_guards
-- writes  near_pairs (temporary)
-- params  $method_id

create or replace temp table near_pairs as
with

scanned as (
    select
        sampled_documents.document_id as sampled_id,
        scanned_pairs.document_id as stored_id,
        least(sampled_documents.fingerprint_key, indexed_documents.fingerprint_key) as key_l,
        greatest(sampled_documents.fingerprint_key, indexed_documents.fingerprint_key) as key_r
    from scanned_pairs
    inner join sampled_documents on scanned_pairs.sample_number = sampled_documents.sample_number
    inner join indexed_documents
        on scanned_pairs.document_id = indexed_documents.document_id and indexed_documents.method_id = $method_id
    where sampled_documents.fingerprint_key <> indexed_documents.fingerprint_key
),

signature_pairs as (
    select
        key_l,
        key_r,
        min(least(sampled_id, stored_id)) as document_id_l
    from scanned
    group by key_l, key_r
),

chosen as (
    select
        scanned.key_l,
        scanned.key_r,
        signature_pairs.document_id_l,
        min(greatest(scanned.sampled_id, scanned.stored_id)) as document_id_r
    from signature_pairs
    inner join scanned
        on
            signature_pairs.key_l = scanned.key_l
            and signature_pairs.key_r = scanned.key_r
            and signature_pairs.document_id_l = least(scanned.sampled_id, scanned.stored_id)
    group by all
),

wanted_keys as (
    select key_l as fingerprint_key
    from chosen
    union
    select key_r as fingerprint_key
    from chosen
),

hubs as (
    select
        document_id,
        fingerprint_key
    from indexed_documents
    where
        method_id = $method_id
        and is_hub
        and fingerprint_key in (select wanted_keys.fingerprint_key from wanted_keys)
),

proposed_keys as (
    select distinct
        least(hubs_l.fingerprint_key, hubs_r.fingerprint_key) as key_l,
        greatest(hubs_l.fingerprint_key, hubs_r.fingerprint_key) as key_r
    from candidate_pairs
    inner join hubs as hubs_l on candidate_pairs.document_id_l = hubs_l.document_id
    inner join hubs as hubs_r on candidate_pairs.document_id_r = hubs_r.document_id
    where candidate_pairs.method_id = $method_id and candidate_pairs.found_by <> 'label'
),

guarded as (
    select distinct
        document_id_l,
        document_id_r
    from pair_guards
)

select
    chosen.document_id_l,
    chosen.document_id_r,
    proposed_keys.key_l is not null as is_found,
    verified_pairs.jaccard,
    guarded.document_id_l is not null as is_guarded
from chosen
left join proposed_keys on chosen.key_l = proposed_keys.key_l and chosen.key_r = proposed_keys.key_r
left join verified_pairs
    on
        chosen.document_id_l = verified_pairs.document_id_l
        and chosen.document_id_r = verified_pairs.document_id_r
        and verified_pairs.method_id = $method_id
left join guarded
    on chosen.document_id_l = guarded.document_id_l and chosen.document_id_r = guarded.document_id_r;
