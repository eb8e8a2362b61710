-- Remember which captures carry the labelled documents.
--
-- reads   labels, captures
-- writes  label_captures

insert into label_captures
with

labelled as (
    select document_id_l as document_id
    from labels
    union
    select document_id_r as document_id
    from labels
)

select distinct
    captures.document_id,
    captures.capture_id
from captures
inner join labelled on captures.document_id = labelled.document_id
on conflict do nothing
returning capture_id;
