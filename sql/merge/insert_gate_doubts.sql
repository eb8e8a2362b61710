-- Why people must answer for planned clusters before they are applied: one row a reason and cluster, and rows without
-- a cluster for what concerns all of them. Quality is that of the newest day on which a document was captured.
--
-- reads   planned_members (temporary), sound_captures, check_results, answers, recall_measurements
-- writes  gate_doubts (temporary): cluster_id, kind, site, detail, n
-- params  $method_id, $max_documents, $max_cluster_documents, $max_site_share, $important_sites, $promise

create or replace temp table gate_doubts as
with

merged as (
    select *
    from planned_members
    where document_id <> representative_after
),

carried as (
    select
        planned_members.cluster_id,
        sound_captures.site,
        sound_captures.document_id,
        max(sound_captures.day) as day,
        any_value(planned_members.document_id <> planned_members.representative_after) as is_merged
    from planned_members
    inner join sound_captures on planned_members.document_id = sound_captures.document_id
    group by planned_members.cluster_id, sound_captures.site, sound_captures.document_id
),

site_merges as (
    select
        site,
        count(distinct document_id) as n_merged
    from carried
    where is_merged
    group by site
),

wide_sites as (
    select
        site_merges.site,
        site_merges.n_merged,
        count(distinct sound_captures.document_id) as n_documents
    from site_merges
    inner join sound_captures on site_merges.site = sound_captures.site
    group by all
    having site_merges.n_merged > $max_site_share * count(distinct sound_captures.document_id)
),

failed as (
    select
        day,
        site,
        suite,
        expectation,
        severity,
        suite in ('drift', 'group_drift') as is_drift
    from check_results
    where day in (select carried.day from carried)
    qualify checked_at = max(checked_at) over (partition by day, suite) and not is_success
),

warned as (
    select *
    from failed
    where
        severity = 'warning'
        and not exists (
            select 1
            from answers
            where answers.day = failed.day and answers.site in ('', failed.site)
        )
),

newest_recall as (
    select *
    from recall_measurements
    where kind = 'sample' and method_id = $method_id
    qualify row_number() over (order by measured_at desc) = 1
)

select
    cast(null as varchar) as cluster_id,
    'documents' as kind,
    '' as site,
    '' as detail,
    count(*) as n
from merged
having count(*) > $max_documents
union all
select
    null as cluster_id,
    'recall' as kind,
    '' as site,
    coalesce(round(100 * any_value(recall), 1) || ' %', 'unknown') as detail,
    count(*) as n
from newest_recall
having count(*) = 0 or any_value(recall is null or upper < $promise)
union all
select
    cluster_id,
    'judged' as kind,
    '' as site,
    '' as detail,
    count(*) as n
from merged
where json_extract_string(evidence, '$.verdict') = 'review'
group by cluster_id
union all
select
    cluster_id,
    'large' as kind,
    '' as site,
    '' as detail,
    count(*) as n
from planned_members
group by cluster_id
having count(*) > $max_cluster_documents
union all
select distinct
    carried.cluster_id,
    'share' as kind,
    wide_sites.site,
    wide_sites.n_merged || ' of ' || wide_sites.n_documents || ' documents of ' || wide_sites.site as detail,
    cast(1e6 * wide_sites.n_merged / wide_sites.n_documents as bigint) as n
from carried
inner join wide_sites on carried.site = wide_sites.site
where carried.is_merged
union all
select distinct
    cluster_id,
    'important' as kind,
    site,
    '' as detail,
    1 as n
from carried
where list_contains($important_sites, site)
union all
select distinct
    carried.cluster_id,
    'critical' as kind,
    '' as site,
    failed.day || ': ' || failed.expectation as detail,
    1 as n
from carried
inner join failed on carried.day = failed.day
where failed.severity = 'critical'
union all
select distinct
    carried.cluster_id,
    'warning' as kind,
    carried.site,
    '' as detail,
    1 as n
from carried
inner join warned on carried.day = warned.day and carried.site = warned.site
where not warned.is_drift
union all
select distinct
    carried.cluster_id,
    'drift' as kind,
    warned.site,
    warned.expectation as detail,
    1 as n
from carried
inner join warned on carried.day = warned.day and warned.site in ('', carried.site)
where warned.is_drift;
