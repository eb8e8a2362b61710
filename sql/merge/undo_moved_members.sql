-- Leave the clusters that have moved out of what a batch would do.
--
-- reads   moved_clusters (temporary)
-- writes  planned_members (temporary)

delete from planned_members
where
    cluster_id in (
        select cluster_id
        from moved_clusters
    );
