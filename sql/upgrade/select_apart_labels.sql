-- Judged pairs with a document that no capture would carry any more under another extractor.
--
-- reads   pair_labels, text_changes (temporary)
-- params  $purpose

with

kept as (
    select distinct document_id_new as document_id
    from text_changes
    where document_id_new is not null
),

gone as (
    select distinct document_id_old as document_id
    from text_changes
    where document_id_old is not null and document_id_old not in (select kept.document_id from kept)
)

select
    pair_labels.document_id_l,
    pair_labels.document_id_r,
    pair_labels.verdict
from pair_labels
where
    pair_labels.purpose = $purpose
    and (
        pair_labels.document_id_l in (select gone.document_id from gone)
        or pair_labels.document_id_r in (select gone.document_id from gone)
    )
order by pair_labels.document_id_l, pair_labels.document_id_r;
