-- What boilerplate does to a site: documents that differ while the whole pages around them sign alike, and the reverse.
-- Pairs of one site's pages that share the page signature, beside those that share the document.
--
-- reads   captures, page_fingerprints
-- params  $day, $top

with

pages as (
    select distinct
        captures.site,
        captures.extraction_key,
        captures.document_id,
        page_fingerprints.method_id,
        hash(page_fingerprints.simhash, page_fingerprints.simhash_high, page_fingerprints.minhash) as page_signature
    from captures
    inner join page_fingerprints on captures.extraction_key = page_fingerprints.extraction_key
    where captures.day = $day and captures.document_id is not null
),

counted as (
    select
        site,
        method_id,
        count(*) as n_pages,
        count(distinct document_id) as n_documents,
        count(distinct page_signature) as n_page_signatures
    from pages
    group by site, method_id
),

kept as (
    select
        captures.site,
        median(extractions.kept_share) as median_kept_share
    from captures
    inner join extractions on captures.extraction_key = extractions.extraction_key
    where captures.day = $day and captures.document_id is not null
    group by captures.site
)

select
    counted.site,
    counted.method_id,
    counted.n_pages,
    counted.n_documents,
    counted.n_page_signatures,
    kept.median_kept_share
from counted
inner join kept on counted.site = kept.site
order by abs(counted.n_documents - counted.n_page_signatures) desc, counted.n_pages desc, counted.site asc
limit $top;
