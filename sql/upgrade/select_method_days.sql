-- How far a method of documents is, day by day: each sound document counts on the first day that carries it. Done is
-- what is signed and indexed, or looked at and found without features.
--
-- reads   sound_captures, fingerprints, unsigned_texts, indexed_documents, recall_measurements
-- params  $method_id, $min_features, $is_indexed (whether the method has an index)

with

days as (
    select distinct day
    from sound_captures
),

carried as (
    select
        document_id,
        min(day) as day
    from sound_captures
    group by document_id
),

done as (
    select fingerprints.document_id
    from fingerprints
    left join indexed_documents
        on
            fingerprints.method_id = indexed_documents.method_id
            and fingerprints.document_id = indexed_documents.document_id
    where
        fingerprints.method_id = $method_id
        and (
            not $is_indexed
            or indexed_documents.document_id is not null
            or (fingerprints.minhash is null and fingerprints.n_features < $min_features)
        )
    union
    select text_id
    from unsigned_texts
    where method_id = $method_id
),

measured as (
    select distinct day
    from recall_measurements
    where method_id = $method_id
)

select
    days.day,
    count(carried.document_id) as n_texts,
    count(done.document_id) as n_done,
    not $is_indexed or bool_or(measured.day is not null) as is_measured
from days
left join carried on days.day = carried.day
left join done on carried.document_id = done.document_id
left join measured on days.day = measured.day
group by days.day
order by days.day;
