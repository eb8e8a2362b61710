-- The clusters that moved.
--
-- reads   moved_clusters (temporary)

select cluster_id
from moved_clusters
order by cluster_id;
