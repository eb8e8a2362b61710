-- What boilerplate does to a site: pairs of its pages of a day that come near by the whole page, beside those that come
-- near by the main text. Near: at most $near bits apart. Up to $pages pages of a site are compared, chosen by hash.
--
-- reads   captures, page_fingerprints, fingerprints
-- params  $day, $page_method, $main_method, $near, $pages, $top

with

pages as (
    select
        captures.site,
        captures.extraction_key,
        any_value(captures.document_id) as document_id,
        any_value(page_fingerprints.simhash) as page_simhash,
        any_value(fingerprints.simhash) as main_simhash
    from captures
    inner join page_fingerprints
        on captures.extraction_key = page_fingerprints.extraction_key and page_fingerprints.method_id = $page_method
    inner join fingerprints
        on captures.document_id = fingerprints.document_id and fingerprints.method_id = $main_method
    where captures.day = $day and captures.site <> ''
    group by captures.site, captures.extraction_key
),

compared as (
    select *
    from pages
    qualify row_number() over (partition by site order by extraction_key) <= $pages
),

pairs as (
    select
        pages_l.site,
        pages_l.document_id = pages_r.document_id as is_same,
        bit_count(xor(pages_l.page_simhash, pages_r.page_simhash)) <= $near as is_page_near,
        bit_count(xor(pages_l.main_simhash, pages_r.main_simhash)) <= $near as is_main_near
    from compared as pages_l
    inner join compared as pages_r
        on pages_l.site = pages_r.site and pages_l.extraction_key < pages_r.extraction_key
)

select
    site,
    count(*) as n_pairs,
    count(*) filter (where is_page_near and not is_same) as n_near_by_page,
    count(*) filter (where is_main_near and not is_same) as n_near_by_main,
    count(*) filter (where is_page_near and not is_main_near and not is_same) as n_near_by_page_only,
    count(*) filter (where is_main_near and not is_page_near and not is_same) as n_near_by_main_only,
    count(*) filter (where is_same) as n_same_document,
    count(*) filter (where is_same and not is_page_near) as n_same_document_page_far
from pairs
group by site
having bool_or(is_page_near or is_main_near or is_same)
order by n_near_by_page_only + n_near_by_main_only + n_same_document_page_far desc, n_pairs desc, site asc
limit $top;
