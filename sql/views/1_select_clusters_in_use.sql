-- Proposed clusters of the version in use of the method by which their purpose decides: those of any other stand apart.

create or replace view clusters_in_use as
select proposed_clusters.*
from proposed_clusters
where
    not exists (
        select 1
        from methods
        left join deciding_methods on deciding_methods.purpose = proposed_clusters.purpose
        where
            methods.method_id = proposed_clusters.method_id
            and (methods.status <> 'active' or methods.name <> deciding_methods.method_name)
    );
