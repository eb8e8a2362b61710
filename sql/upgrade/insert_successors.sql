-- Which document takes the place of each under another extractor: itself where a capture still carries it, else the one
-- that most of its captures would carry.
--
-- reads   text_changes (temporary)
-- writes  successors (temporary)

create or replace temp table successors as
select
    document_id_old,
    document_id_new
from text_changes
where document_id_old is not null and document_id_new is not null
group by document_id_old, document_id_new
qualify
    row_number() over (
        partition by document_id_old
        order by document_id_old = document_id_new desc, sum(n_captures) desc, document_id_new asc
    ) = 1;
