-- Current labels, and pairs that people have forbidden to merge: by a constraint that was not lifted, or by a label.

create or replace view label_current as
select *
from labels
where
    not exists (
        select 1
        from labels as newer
        where newer.supersedes = labels.label_id
    )
qualify
    row_number() over (
        partition by purpose, document_id_l, document_id_r, annotator
        order by labelled_at desc, label_id desc
    ) = 1;

create or replace view constraint_current as
select *
from constraints
qualify
    row_number() over (
        partition by purpose, document_id_l, document_id_r
        order by made_at desc, constraint_id desc
    ) = 1 and not is_lifted;

create or replace view forbidden_pairs as
select
    purpose,
    document_id_l,
    document_id_r,
    'constraint: ' || reason as reason
from constraint_current
union all
select
    purpose,
    document_id_l,
    document_id_r,
    'judged different by ' || annotator as reason
from label_current
where verdict = 'different';
