-- Pairs that nobody has judged and that stand where a judged pair stood: an extractor gave the captures of a judged
-- document another one, or a document has a judged text under another title or other facts. A label is never applied to
-- them: it is offered to people again.

create or replace view rejudgements as
with

carriers as (
    select
        document_id,
        capture_id
    from label_captures
    union
    select
        document_id,
        capture_id
    from former_documents
),

carried as (
    select distinct
        carriers.document_id as judged_id,
        captures.document_id
    from carriers
    inner join captures on carriers.capture_id = captures.capture_id
    where captures.document_id is not null
),

moved as (
    select
        carried.judged_id,
        carried.document_id,
        'the content changed' as reason
    from carried
    where not exists (
        select 1 from captures
        where captures.document_id = carried.judged_id
    )
),

labelled as (
    select document_id_l as document_id
    from pair_labels
    union
    select document_id_r as document_id
    from pair_labels
),

other_facts as (
    select
        judged.document_id as judged_id,
        sound_documents.document_id,
        'equal text under other facts' as reason
    from labelled
    inner join documents as judged on labelled.document_id = judged.document_id
    inner join sound_documents
        on judged.text_sha256 = sound_documents.text_sha256 and judged.document_id <> sound_documents.document_id
),

replaced as (
    select * from moved
    union all
    select * from other_facts
),

proposed as (
    select
        pair_labels.purpose,
        pair_labels.label_id,
        pair_labels.verdict,
        replaced.reason,
        coalesce(
            case when replaced.judged_id = pair_labels.document_id_l then replaced.document_id end,
            moved_l.document_id,
            pair_labels.document_id_l
        ) as one_id,
        coalesce(
            case when replaced.judged_id = pair_labels.document_id_r then replaced.document_id end,
            moved_r.document_id,
            pair_labels.document_id_r
        ) as other_id
    from pair_labels
    inner join replaced on replaced.judged_id in (pair_labels.document_id_l, pair_labels.document_id_r)
    left join moved as moved_l on pair_labels.document_id_l = moved_l.judged_id
    left join moved as moved_r on pair_labels.document_id_r = moved_r.judged_id
)

select
    proposed.purpose,
    least(proposed.one_id, proposed.other_id) as document_id_l,
    greatest(proposed.one_id, proposed.other_id) as document_id_r,
    min(proposed.reason) as reason,
    min(proposed.verdict) as verdict,
    min(proposed.label_id) as label_id
from proposed
where
    proposed.one_id <> proposed.other_id
    and proposed.one_id in (select document_id from sound_documents)
    and proposed.other_id in (select document_id from sound_documents)
    and not exists (
        select 1
        from pair_labels
        where
            pair_labels.purpose = proposed.purpose
            and pair_labels.document_id_l = least(proposed.one_id, proposed.other_id)
            and pair_labels.document_id_r = greatest(proposed.one_id, proposed.other_id)
    )
group by all;
