-- Retire one version.
--
-- writes  methods
-- params  $version_id

update methods
set status = 'retired'
where method_id = $version_id
returning method_id;
