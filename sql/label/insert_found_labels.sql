-- The rows of a file with the documents they mean, and what is wrong with each.
--
-- reads   incoming_labels, named_documents (of the scratch database)
-- writes  found_labels (of the scratch database): is_fault rows stop an import; others with a note are left out of it
-- params  $unknown: refuse, leave-out or keep

create or replace table found_labels as
with

found as (
    select
        incoming_labels.*,
        coalesce(
            named_l.document_id, case when $unknown = 'keep' and length(name_l) = 64 then name_l end
        ) as document_id_1,
        coalesce(
            named_r.document_id, case when $unknown = 'keep' and length(name_r) = 64 then name_r end
        ) as document_id_2,
        coalesce(named_l.n_documents, 0) as n_documents_l,
        coalesce(named_r.n_documents, 0) as n_documents_r,
        named_l.outcome as outcome_l,
        named_r.outcome as outcome_r
    from incoming_labels
    left join named_documents as named_l on incoming_labels.name_l = named_l.name
    left join named_documents as named_r on incoming_labels.name_r = named_r.name
),

paired as (
    select
        *,
        least(document_id_1, document_id_2) as document_id_l,
        greatest(document_id_1, document_id_2) as document_id_r
    from found
),

compared as (
    select
        *,
        supersedes is null
        and min(verdict) over same_question <> max(verdict) over same_question as is_contradiction,
        min(line) over same_question as first_line,
        max(line) over same_question as last_line,
        count(*) over (
            partition by label_id
        ) as n_same_id
    from paired
    window
        same_question as (
            partition by
                purpose, document_id_l, document_id_r, annotator, labelled_at, is_adjudication, supersedes is null
        )
)

select
    * exclude (
        name_l, name_r, document_id_1, document_id_2, n_documents_l, n_documents_r, outcome_l, outcome_r,
        is_contradiction, first_line, last_line, n_same_id
    ),
    case
        when document_id_1 is null or document_id_2 is null then $unknown <> 'leave-out'
        when n_documents_l > 1 or n_documents_r > 1 then true
        when document_id_1 = document_id_2 then false
        else is_contradiction or (label_id is not null and n_same_id > 1)
    end as is_fault,
    case
        when document_id_1 is null and outcome_l is not null
            then 'the page ' || name_l || ' gave no document: ' || outcome_l
        when document_id_2 is null and outcome_r is not null
            then 'the page ' || name_r || ' gave no document: ' || outcome_r
        when document_id_1 is null then 'no document, source id or URL is ' || name_l
        when document_id_2 is null then 'no document, source id or URL is ' || name_r
        when n_documents_l > 1
            then name_l || ' means ' || n_documents_l || ' documents: give a document id, or the day before the URL'
        when n_documents_r > 1
            then name_r || ' means ' || n_documents_r || ' documents: give a document id, or the day before the URL'
        when document_id_1 = document_id_2 and verdict = 'different'
            then 'judged different, but text, title and facts are equal: both are one document'
        when document_id_1 = document_id_2 then 'both are one document already: nothing to judge'
        when is_contradiction
            then
                'contradicts line ' || case when line = first_line then last_line else first_line end
                || ': one annotator, one pair, one purpose, two verdicts'
        when label_id is not null and n_same_id > 1 then 'the label_id stands in the file more than once'
    end as note
from compared;
