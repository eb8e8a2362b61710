-- Current labels, what they say of a pair together, and pairs that people have forbidden to merge.

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

-- One verdict a pair: an adjudication decides; else any `different` outweighs `same`, and `same` outweighs `unsure`.
create or replace view pair_labels as
select
    purpose,
    document_id_l,
    document_id_r,
    verdict,
    label_id,
    annotator
from label_current
qualify
    row_number() over (
        partition by purpose, document_id_l, document_id_r
        order by
            coalesce(is_adjudication, false) desc,
            case when coalesce(is_adjudication, false) then labelled_at end desc,
            case verdict when 'different' then 0 when 'same' then 1 else 2 end,
            labelled_at desc,
            label_id desc
    ) = 1;

create or replace view constraint_current as
select *
from constraints
qualify
    row_number() over (
        partition by purpose, document_id_l, document_id_r
        order by made_at desc, constraint_id desc
    ) = 1
    and not is_lifted;

create or replace view forbidden_pairs as
select
    purpose,
    document_id_l,
    document_id_r,
    constraint_id,
    null as label_id,
    'constraint: ' || reason as reason
from constraint_current
union all
select
    purpose,
    document_id_l,
    document_id_r,
    null as constraint_id,
    label_id,
    'judged different by ' || annotator as reason
from pair_labels
where verdict = 'different';
