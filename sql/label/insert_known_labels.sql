-- Every current label for a purpose, with what still lies in the inbox.
--
-- reads   labels, new_labels (registered by the caller)
-- writes  known_labels (temporary)
-- params  $purpose

create or replace temp table known_labels as
with

given as (
    select *
    from labels
    where purpose = $purpose
    union all by name
    select *
    from new_labels
    where purpose = $purpose and label_id not in (select labels.label_id from labels)
)

select *
from given
where
    label_id not in (
        select newer.supersedes from given as newer
        where newer.supersedes is not null
    )
qualify
    row_number() over (
        partition by document_id_l, document_id_r, annotator, coalesce(is_adjudication, false)
        order by labelled_at desc, label_id desc
    ) = 1;
