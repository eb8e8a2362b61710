-- Days with a sound document that a method has not signed, or signed and not entered in its index: what another
-- version, or a killed run, left half done.
--
-- reads   sound_captures, fingerprints, indexed_documents
-- params  $method_ids (methods of documents)

with

carried as (
    select distinct
        day,
        document_id
    from sound_captures
),

wanted as (
    select unnest($method_ids) as method_id
),

entered as (
    select
        fingerprints.method_id,
        fingerprints.document_id
    from fingerprints
    inner join indexed_documents
        on
            fingerprints.method_id = indexed_documents.method_id
            and fingerprints.document_id = indexed_documents.document_id
)

select distinct carried.day
from carried
cross join wanted
anti join entered
    on
        wanted.method_id = entered.method_id
        and carried.document_id = entered.document_id
order by carried.day;
