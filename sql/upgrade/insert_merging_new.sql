-- Keep what the new version would merge by itself: what would change from a policy that merges nothing.
--
-- reads   changed_pairs (temporary)
-- writes  merging_new (temporary)

create or replace temp table merging_new as
select *
from changed_pairs
where direction = 'newly merged';
