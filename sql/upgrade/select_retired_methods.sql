-- Methods that were retired before a time and still have something to let go of.
--
-- reads   methods, ledger_entries, fingerprints, page_fingerprints
-- params  $before

with

retired as (
    select
        json_extract_string(evidence, '$.candidate_id') as method_id,
        max(made_at) as retired_at
    from ledger_entries
    where action = 'retire'
    group by method_id
)

select methods.method_id
from methods
inner join retired on methods.method_id = retired.method_id
where
    methods.status = 'retired'
    and retired.retired_at <= $before
    and (
        methods.method_id in (select fingerprints.method_id from fingerprints)
        or methods.method_id in (select page_fingerprints.method_id from page_fingerprints)
    )
order by methods.method_id;
