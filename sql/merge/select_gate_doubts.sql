-- The gate's doubts of what is planned, in plain words.
--
-- reads   gate_doubts (temporary)
-- params  $max_documents, $max_cluster_documents, $max_site_share, $promise

with

shares as (
    select distinct
        site,
        detail,
        n
    from gate_doubts
    where kind = 'share'
),

wide_sites as (
    select
        detail,
        row_number() over (order by n desc, site asc) as place
    from shares
)

select max(n) || ' documents would be merged, more than ' || $max_documents as reason
from gate_doubts
where kind = 'documents'
having count(*) > 0
union all
select
    case
        when n = 0 then 'candidate recall was not measured'
        else 'candidate recall ' || detail || ' is under the promise of ' || round(100 * $promise, 1) || ' %'
    end as reason
from gate_doubts
where kind = 'recall'
union all
select
    if(sum(n) = 1, '1 merge rests', sum(n) || ' merges rest')
    || ' on people''s verdicts alone: no policy allows it for this kind' as reason
from gate_doubts
where kind = 'judged'
having count(*) > 0
union all
select 'a cluster of ' || max(n) || ' documents, more than ' || $max_cluster_documents as reason
from gate_doubts
where kind = 'large'
having count(*) > 0
union all
select
    string_agg(detail, ', ' order by place) filter (where place <= 5)
    || if(count(*) > 5, ' and of ' || (count(*) - 5) || ' more sites', '')
    || ' would be merged, more than ' || round(100 * $max_site_share) || ' %' as reason
from wide_sites
having count(*) > 0
union all
select 'an important site is touched: ' || site as reason
from gate_doubts
where kind = 'important'
group by site
union all
select 'a critical check failed on ' || detail as reason
from gate_doubts
where kind = 'critical'
group by detail
union all
select
    'nobody has answered for the warnings of ' || string_agg(distinct site, ', ' order by site)
    || ' (acknowledge them, or look at these merges)' as reason
from gate_doubts
where kind = 'warning'
having count(*) > 0
union all
select
    'drift alarm: ' || string_agg(distinct detail, ', ' order by detail) || ' on '
    || string_agg(distinct if(site = '', 'the whole day', site), ', ' order by if(site = '', 'the whole day', site))
    || ' (acknowledge it, or look at these merges)' as reason
from gate_doubts
where kind = 'drift'
having count(*) > 0
order by reason;
