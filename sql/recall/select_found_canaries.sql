-- The planted copies that the index proposes with their origins: for any two documents of the two signatures.
--
-- reads   planted_documents (registered), indexed_documents, proposed_pairs
-- params  $method_id

with

keyed as (
    select
        planted_documents.document_id,
        copies.fingerprint_key as copy_key,
        origins.fingerprint_key as origin_key
    from planted_documents
    inner join indexed_documents as copies on planted_documents.document_id = copies.document_id
    inner join indexed_documents as origins on planted_documents.origin_id = origins.document_id
    where copies.method_id = $method_id and origins.method_id = $method_id
),

proposed as (
    select
        documents_l.fingerprint_key as key_l,
        documents_r.fingerprint_key as key_r
    from proposed_pairs
    inner join indexed_documents as documents_l on proposed_pairs.document_id_l = documents_l.document_id
    inner join indexed_documents as documents_r on proposed_pairs.document_id_r = documents_r.document_id
    where documents_l.method_id = $method_id and documents_r.method_id = $method_id
)

select keyed.document_id
from keyed
where
    keyed.copy_key = keyed.origin_key
    or exists (
        select 1
        from proposed
        where
            (proposed.key_l = keyed.copy_key and proposed.key_r = keyed.origin_key)
            or (proposed.key_l = keyed.origin_key and proposed.key_r = keyed.copy_key)
    );
