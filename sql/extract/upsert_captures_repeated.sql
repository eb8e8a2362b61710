-- One text under many unlike URLs of one site is no content of these URLs: its captures become `repeated_body`, on
-- whatever day they were fetched; and become ok again when an extraction by other rules leaves too few.
--
-- reads   touched_texts (temporary), extractions
-- writes  captures
-- params  $min_urls

update captures
set outcome = judged.outcome, outcome_reason = judged.outcome_reason
from (
    with

    carrying as (
        select
            captures.capture_id,
            captures.site,
            captures.url,
            extractions.text_sha256,
            extractions.outcome_reason
        from extractions
        inner join touched_texts on extractions.text_sha256 = touched_texts.text_sha256
        inner join captures
            on
                extractions.extraction_key = captures.extraction_key
                and touched_texts.site = captures.site
        where extractions.outcome = 'ok'
    ),

    counted as (
        select
            site,
            text_sha256,
            count(distinct page_path(url)) as n_paths
        from carrying
        group by site, text_sha256
    )

    select distinct
        carrying.capture_id,
        if(counted.n_paths >= $min_urls, 'repeated_body', 'ok') as outcome,
        if(
            counted.n_paths >= $min_urls,
            'the same main text stands under ' || counted.n_paths || ' unlike addresses of the site',
            carrying.outcome_reason
        ) as outcome_reason
    from carrying
    inner join counted
        on
            carrying.site = counted.site
            and carrying.text_sha256 = counted.text_sha256
) as judged
where
    captures.capture_id = judged.capture_id
    and (captures.outcome, captures.outcome_reason) is distinct from (judged.outcome, judged.outcome_reason)
returning captures.capture_id;
