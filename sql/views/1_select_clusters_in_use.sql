-- Proposed clusters of the methods in use: those of former versions and of retired ones stand apart.

create or replace view clusters_in_use as
select proposed_clusters.*
from proposed_clusters
where
    not exists (
        select 1
        from methods
        where methods.method_id = proposed_clusters.method_id and methods.status <> 'active'
    );
