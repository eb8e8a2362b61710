-- Make the wanted versions active, each only when no version of its name is: any other change is a promotion.
--
-- reads   methods
-- writes  methods
-- params  $method_ids

update methods
set status = 'active'
where
    methods.method_id in (select unnest($method_ids))
    and not exists (
        select 1
        from methods as same_name
        where same_name.name = methods.name and same_name.status = 'active'
    );
