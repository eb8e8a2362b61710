-- Versions in use, each with the candidate that would take its place, if one waits, and its newest comparison.
--
-- reads   versions, comparisons

with

waiting as (
    select
        known.name,
        known.version_id as candidate_id
    from versions as known
    inner join versions as active on known.name = active.name and active.status = 'active'
    where known.status = 'candidate' and known.version_number > active.version_number
    qualify row_number() over (partition by known.name order by known.version_number desc) = 1
),

compared as (
    select
        candidate_id,
        replaces_id,
        comparison_id,
        made_at
    from comparisons
    qualify row_number() over (partition by candidate_id, replaces_id order by made_at desc, comparison_id asc) = 1
)

select
    known.kind,
    known.version_id,
    waiting.candidate_id,
    compared.comparison_id,
    compared.made_at as compared_at
from versions as known
left join waiting on known.name = waiting.name
left join compared on waiting.candidate_id = compared.candidate_id and known.version_id = compared.replaces_id
where known.status = 'active'
order by known.kind desc, known.version_id asc;
