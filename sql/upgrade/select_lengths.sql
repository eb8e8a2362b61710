-- Contents with a document by length band, before and after.
--
-- reads   text_changes (temporary)

select
    length_band(n_tokens_old) as band,
    count(*) as n_old,
    0 as n_new
from text_changes
where document_id_old is not null
group by band
union all
select
    length_band(n_tokens_new) as band,
    0 as n_old,
    count(*) as n_new
from text_changes
where document_id_new is not null
group by band
order by all;
