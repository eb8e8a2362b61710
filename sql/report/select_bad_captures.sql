-- Captures that gave no document, a few of each outcome, spread over sites.
--
-- reads   captures
-- params  $day, $per_outcome

with

ranked as (
    select
        capture_id,
        site,
        url,
        outcome,
        outcome_reason,
        http_status,
        source_file,
        count(*) over (partition by outcome) as n_of_outcome,
        row_number() over (partition by outcome, site order by capture_id) as rank_in_site
    from captures
    where day = $day and outcome <> 'ok'
)

select
    capture_id,
    site,
    url,
    outcome,
    outcome_reason,
    http_status,
    source_file,
    n_of_outcome
from ranked
qualify row_number() over (partition by outcome order by rank_in_site, site, capture_id) <= $per_outcome
order by n_of_outcome desc, outcome asc, rank_in_site asc, site asc;
