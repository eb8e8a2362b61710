-- A sample of the day: signatures of its sound documents, one document (a hub) for each, chosen by hash.
--
-- reads   sound_captures, indexed_documents, documents
-- writes  sampled_documents (temporary)
-- params  $method_id, $day, $n_documents

create or replace temp table sampled_documents as
with

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
),

signatures_of_day as (
    select distinct indexed_documents.fingerprint_key
    from indexed_documents
    inner join of_day on indexed_documents.document_id = of_day.document_id
    where indexed_documents.method_id = $method_id
),

chosen as (
    select fingerprint_key
    from signatures_of_day
    order by sha256(cast($day as varchar) || cast(fingerprint_key as varchar))
    limit $n_documents
)

select
    cast(row_number() over (order by indexed_documents.fingerprint_key asc) - 1 as integer) as sample_number,
    indexed_documents.fingerprint_key,
    min(indexed_documents.document_id) as document_id
from indexed_documents
inner join chosen on indexed_documents.fingerprint_key = chosen.fingerprint_key
where indexed_documents.method_id = $method_id and indexed_documents.is_hub
group by indexed_documents.fingerprint_key;
