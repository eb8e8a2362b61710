-- How many pairs staged effects part.
--
-- reads   parted_pairs (temporary)

select count(*) as n_pairs
from parted_pairs;
