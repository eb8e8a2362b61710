-- Every label ever given.
--
-- reads   labels

select *
from labels
order by labelled_at, label_id;
