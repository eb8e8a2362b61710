-- Let one version of a method take another's place.
--
-- reads   methods
-- writes  methods
-- params  $active_id, $standby_id

update methods
set status = if(method_id = $active_id, 'active', 'standby')
where method_id in ($active_id, $standby_id)
returning method_id;
