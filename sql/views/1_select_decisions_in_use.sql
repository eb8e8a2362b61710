-- Decisions of the version in use of the method by which their purpose decides: those of any other stand apart.

create or replace view decisions_in_use as
select decisions.*
from decisions
where
    not exists (
        select 1
        from methods
        left join deciding_methods on deciding_methods.purpose = decisions.purpose
        where
            methods.method_id = decisions.method_id
            and (methods.status <> 'active' or methods.name <> deciding_methods.method_name)
    );
