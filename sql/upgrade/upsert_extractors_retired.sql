-- Retire one version.
--
-- writes  extractors
-- params  $version_id

update extractors
set status = 'retired'
where extractor_id = $version_id
returning extractor_id;
