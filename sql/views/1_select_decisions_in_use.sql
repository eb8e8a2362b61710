-- Decisions of the methods in use: those of candidates, of former versions and of retired ones stand apart.

create or replace view decisions_in_use as
select decisions.*
from decisions
where
    not exists (
        select 1
        from methods
        where methods.method_id = decisions.method_id and methods.status <> 'active'
    );
