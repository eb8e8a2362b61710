-- Judged pairs with all that a threshold can be measured on, and the stratum they count for. Gold pairs check
-- annotators and are no evidence. A pair without a row in open_pairs has no measures: a document is not there, or the
-- pair was not compared yet. is_indexed: an index proposed it, not its label alone.
--
-- reads   pair_labels, label_current, documents, captures, sound_documents, open_pairs, candidate_pairs, pair_guards
-- writes  labelled_pairs (temporary)
-- params  $purpose, $method_id, $important_sites

create or replace temp table labelled_pairs as
with

judged as (
    select
        pair_labels.label_id,
        pair_labels.document_id_l,
        pair_labels.document_id_r,
        pair_labels.verdict,
        label_current.relation,
        label_current.inclusion,
        label_current.labelled_at
    from pair_labels
    inner join label_current on pair_labels.label_id = label_current.label_id
    where pair_labels.purpose = $purpose and not coalesce(label_current.is_gold, false)
),

sides as (
    select document_id_l as document_id
    from judged
    union
    select document_id_r as document_id
    from judged
),

sites as (
    select
        captures.document_id,
        list_sort(list(distinct captures.site)) as site_names
    from captures
    inner join sides on captures.document_id = sides.document_id
    group by captures.document_id
),

versions as (
    select distinct
        judged.document_id_l,
        judged.document_id_r
    from judged
    inner join captures as captures_l on judged.document_id_l = captures_l.document_id
    inner join captures as captures_r
        on
            judged.document_id_r = captures_r.document_id
            and captures_l.url = captures_r.url
            and captures_l.variant = captures_r.variant
    where $purpose = 'history'
),

guarded as (
    select
        open_pairs.document_id_l,
        open_pairs.document_id_r,
        string_agg(distinct pair_guards.guard, ', ' order by pair_guards.guard) as guards
    from open_pairs
    inner join pair_guards
        on
            open_pairs.document_id_l = pair_guards.document_id_l
            and open_pairs.document_id_r = pair_guards.document_id_r
            and open_pairs.guards_id = pair_guards.guards_id
    group by all
),

proposed as (
    select
        document_id_l,
        document_id_r
    from candidate_pairs
    where method_id = $method_id and found_by <> 'label'
)

select
    judged.label_id,
    judged.document_id_l,
    judged.document_id_r,
    judged.verdict,
    coalesce(judged.relation, '') as relation,
    judged.inclusion,
    judged.labelled_at,
    case
        when documents_l.document_id is null or documents_r.document_id is null then 'unknown'
        when documents_l.language = documents_r.language then documents_l.language
        else 'mixed'
    end as language,
    case
        when documents_l.document_id is null or documents_r.document_id is null then 'unknown'
        when documents_l.kind = documents_r.kind then documents_l.kind
        else 'mixed'
    end as kind,
    case
        when documents_l.document_id is null or documents_r.document_id is null then 'unknown'
        when 'short' in (documents_l.length_band, documents_r.length_band) then 'short'
        when 'medium' in (documents_l.length_band, documents_r.length_band) then 'medium'
        else 'long'
    end as length_band,
    sound_l.document_id is not null and sound_r.document_id is not null as is_extracted,
    proposed.document_id_l is not null and open_pairs.document_id_l is not null as is_indexed,
    coalesce(guarded.guards, case when versions.document_id_l is not null then 'versions of one URL' end, '') as guards,
    coalesce(sites_l.site_names, []) as sites_l,
    coalesce(sites_r.site_names, []) as sites_r,
    list_has_any(
        coalesce(sites_l.site_names, []) || coalesce(sites_r.site_names, []), $important_sites
    ) as is_important,
    open_pairs.guards_id,
    open_pairs.jaccard,
    open_pairs.containment,
    open_pairs.minhash_jaccard,
    1 - open_pairs.hamming / 64 as hamming,
    open_pairs.aligned
from judged
left join documents as documents_l on judged.document_id_l = documents_l.document_id
left join documents as documents_r on judged.document_id_r = documents_r.document_id
left join sound_documents as sound_l on judged.document_id_l = sound_l.document_id
left join sound_documents as sound_r on judged.document_id_r = sound_r.document_id
left join sites as sites_l on judged.document_id_l = sites_l.document_id
left join sites as sites_r on judged.document_id_r = sites_r.document_id
left join open_pairs
    on judged.document_id_l = open_pairs.document_id_l and judged.document_id_r = open_pairs.document_id_r
left join guarded
    on judged.document_id_l = guarded.document_id_l and judged.document_id_r = guarded.document_id_r
left join versions
    on judged.document_id_l = versions.document_id_l and judged.document_id_r = versions.document_id_r
left join proposed
    on judged.document_id_l = proposed.document_id_l and judged.document_id_r = proposed.document_id_r
order by judged.document_id_l, judged.document_id_r;
