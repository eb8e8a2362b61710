-- Register an extractor: the first is active, any other a candidate; an id that is registered stays as it is.
--
-- reads   extractors
-- writes  extractors
-- params  $extractor_id, $spec, $spec_sha256

insert into extractors (extractor_id, spec, spec_sha256, status)
select
    $extractor_id as extractor_id,
    $spec as spec,
    $spec_sha256 as spec_sha256,
    (select if(count(*) = 0, 'active', 'candidate') from extractors) as status
on conflict (extractor_id) do nothing
returning extractor_id;
