-- Register an extractor; an id that is registered stays as it is.
--
-- writes  extractors
-- params  $extractor_id, $spec, $spec_sha256

insert into extractors (extractor_id, spec, spec_sha256, status)
values ($extractor_id, $spec, $spec_sha256, 'active')
on conflict (extractor_id) do nothing
returning extractor_id;
