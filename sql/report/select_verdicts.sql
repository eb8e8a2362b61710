-- Decisions on pairs that touch a day's documents, by purpose, verdict and kind of reason: what stands after the
-- measures and before the quoted words.
--
-- reads   captures, decisions_in_use
-- params  $day, $top (reasons of each verdict)

with

of_day as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
),

decided as (
    select
        purpose,
        method_id,
        verdict,
        coalesce(nullif(trim(regexp_extract(reason, ';\s*([^;(]+)', 1)), ''), reason) as reason
    from decisions_in_use
    where
        document_id_l in (select of_day.document_id from of_day)
        or document_id_r in (select of_day.document_id from of_day)
)

select
    purpose,
    method_id,
    verdict,
    reason,
    count(*) as n_pairs,
    sum(count(*)) over (partition by purpose, verdict) as n_of_verdict
from decided
group by purpose, method_id, verdict, reason
qualify row_number() over (partition by purpose, verdict order by n_pairs desc, reason asc) <= $top
order by purpose desc, verdict asc, n_pairs desc, reason asc;
