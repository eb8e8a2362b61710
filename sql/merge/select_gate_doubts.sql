-- Reasons why people must answer for a batch before it is applied.
--
-- reads   merge_batches, planned_merges, captures, sound_captures, check_results, answers, recall_measurements
-- params  $batch_id, $max_documents, $max_cluster_documents, $max_site_share, $important_sites, $promise

with

planned as (
    select
        planned_merges.*,
        merge_batches.method_id
    from planned_merges
    inner join merge_batches on planned_merges.batch_id = merge_batches.batch_id
    where planned_merges.batch_id = $batch_id
),

merged as (
    select *
    from planned
    where document_id <> representative_after
),

clusters as (
    select
        representative_after,
        count(*) as n_documents
    from planned
    group by representative_after
),

merged_captures as (
    select distinct
        sound_captures.site,
        sound_captures.day,
        sound_captures.document_id
    from sound_captures
    inner join merged on sound_captures.document_id = merged.document_id
),

sites as (
    select
        site,
        count(distinct document_id) as n_merged
    from merged_captures
    group by site
),

site_shares as (
    select
        sites.site,
        sites.n_merged,
        count(distinct sound_captures.document_id) as n_documents
    from sites
    inner join sound_captures on sites.site = sound_captures.site
    group by all
),

wide_shares as (
    select
        *,
        row_number() over (order by n_merged / n_documents desc, site asc) as place
    from site_shares
    where n_merged > $max_site_share * n_documents
),

newest_checks as (
    select *
    from check_results
    where day in (select day from merged_captures)
    qualify row_number() over (partition by day, suite, expectation, site order by checked_at desc) = 1
),

newest_recall as (
    select *
    from recall_measurements
    where kind = 'sample' and method_id in (select method_id from planned)
    qualify row_number() over (partition by method_id order by measured_at desc) = 1
)

select count(*) || ' documents would be merged, more than ' || $max_documents as reason
from merged
having count(*) > $max_documents
union all
select 'a cluster of ' || max(n_documents) || ' documents, more than ' || $max_cluster_documents as reason
from clusters
having max(n_documents) > $max_cluster_documents
union all
select
    string_agg(
        n_merged || ' of ' || n_documents || ' documents of ' || site, ', '
        order by n_merged / n_documents desc, site
    ) filter (where place <= 5)
    || if(count(*) > 5, ' and of ' || (count(*) - 5) || ' more sites', '')
    || ' would be merged, more than ' || round(100 * $max_site_share) || ' %' as reason
from wide_shares
having count(*) > 0
union all
select 'an important site is touched: ' || site as reason
from sites
where list_contains($important_sites, site)
union all
select 'a critical check failed on ' || day || ': ' || expectation as reason
from newest_checks
where severity = 'critical' and not is_success
union all
select
    'nobody has answered for the warnings of ' || string_agg(distinct newest_checks.site, ', ')
    || ' (acknowledge them, or look at these merges)' as reason
from newest_checks
where
    newest_checks.severity = 'warning'
    and not newest_checks.is_success
    and newest_checks.site in (select merged_captures.site from merged_captures)
    and not exists (
        select 1
        from answers
        where answers.day = newest_checks.day and answers.site in ('', newest_checks.site)
    )
having count(*) > 0
union all
select 'candidate recall was not measured' as reason
where not exists (select 1 from newest_recall)
union all
select
    'candidate recall ' || coalesce(round(100 * recall, 1) || ' %', 'unknown') || ' is under the promise of '
    || round(100 * $promise, 1) || ' %' as reason
from newest_recall
where recall is null or upper < $promise
order by reason;
