-- Register one method as a candidate. An id that is there already stays as it is; the caller has compared the specs.
--
-- writes  methods
-- params  $method_id, $method_name, $version, $spec, $spec_sha256

insert into methods (method_id, name, version, spec, spec_sha256, status)
values ($method_id, $method_name, $version, $spec, $spec_sha256, 'candidate')
on conflict (method_id) do nothing
returning method_id;
