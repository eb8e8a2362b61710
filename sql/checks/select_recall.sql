-- One row a method and kind: the newest measurement of candidate recall up to the day.
--
-- reads   recall_measurements
-- params  $day, $method_ids

with

wanted as (
    select unnest($method_ids) as method_id
),

newest as (
    select
        recall_measurements.method_id,
        recall_measurements.kind,
        recall_measurements.run_id
    from recall_measurements
    where recall_measurements.day <= $day
    qualify row_number() over (
        partition by recall_measurements.method_id, recall_measurements.kind
        order by recall_measurements.measured_at desc
    ) = 1
),

pooled as (
    select
        measured.method_id,
        measured.kind,
        sum(measured.n_true) as n_true,
        sum(measured.n_found) as n_found,
        max(measured.upper) as upper
    from recall_measurements as measured
    inner join newest
        on
            measured.method_id = newest.method_id
            and measured.kind = newest.kind
            and measured.run_id = newest.run_id
    group by measured.method_id, measured.kind
)

select
    wanted.method_id,
    wanted.method_id || ' ' || coalesce(pooled.kind, 'never measured') as measurement,
    coalesce(pooled.kind, '') as kind,
    pooled.kind is null as is_unmeasured,
    pooled.n_true,
    pooled.n_found,
    pooled.n_found / nullif(pooled.n_true, 0) as recall,
    pooled.upper
from wanted
left join pooled on wanted.method_id = pooled.method_id
order by wanted.method_id, kind;
