-- Candidate pairs that touch a day's documents, by method in use and by the index that found them; and how many are
-- verified.
--
-- reads   captures, candidate_pairs, verified_pairs
-- params  $day, $method_ids

with

of_day as (
    select distinct document_id
    from captures
    where day = $day and document_id is not null
)

select
    candidate_pairs.method_id,
    candidate_pairs.found_by,
    count(*) as n_pairs,
    count(verified_pairs.document_id_l) as n_verified
from candidate_pairs
left join verified_pairs
    on
        candidate_pairs.method_id = verified_pairs.method_id
        and candidate_pairs.document_id_l = verified_pairs.document_id_l
        and candidate_pairs.document_id_r = verified_pairs.document_id_r
where
    list_contains($method_ids, candidate_pairs.method_id)
    and (
        candidate_pairs.document_id_l in (select of_day.document_id from of_day)
        or candidate_pairs.document_id_r in (select of_day.document_id from of_day)
    )
group by candidate_pairs.method_id, candidate_pairs.found_by
order by candidate_pairs.method_id asc, n_pairs desc;
