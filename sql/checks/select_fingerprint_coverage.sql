-- One row an active method: how many of the day's sound documents it has signed. A method that signed none did not
-- run (a run may choose its methods): that is no share of anything.
--
-- reads   sound_captures, fingerprints
-- params  $day, $method_ids

with

of_day as (
    select distinct document_id
    from sound_captures
    where day = $day
),

wanted as (
    select unnest($method_ids) as method_id
)

select
    wanted.method_id,
    count(of_day.document_id) as n_documents,
    count(distinct fingerprints.document_id) as n_signed,
    count(of_day.document_id) > 0 and count(fingerprints.document_id) = 0 as is_idle,
    if(
        count(fingerprints.document_id) = 0,
        null,
        1 - count(distinct fingerprints.document_id) / count(distinct of_day.document_id)
    ) as unsigned_share
from wanted
left join of_day on true
left join fingerprints
    on wanted.method_id = fingerprints.method_id and of_day.document_id = fingerprints.document_id
group by wanted.method_id
order by wanted.method_id;
