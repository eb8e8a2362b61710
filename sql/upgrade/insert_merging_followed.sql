-- What the old texts let merge by themselves, under the documents that take their place.
--
-- reads   followed_pairs (temporary)
-- writes  merging_old (temporary)

create or replace temp table merging_old as
select *
from followed_pairs;
