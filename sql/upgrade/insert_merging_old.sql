-- Keep what the old version would merge by itself: what would change from a policy that merges nothing.
--
-- reads   changed_pairs (temporary)
-- writes  merging_old (temporary)

create or replace temp table merging_old as
select *
from changed_pairs
where direction = 'newly merged';
