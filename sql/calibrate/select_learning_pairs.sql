-- Judged pairs of one language that are similar, with where their texts lie: those that a calibration has chosen on or
-- spent, so that words are not learned from labels that shall still test.
--
-- reads   calibration_labels, calibrations, pair_labels, verified_pairs, documents
-- params  $purpose, $similar_at

with

used as (
    select distinct
        calibration_labels.document_id_l,
        calibration_labels.document_id_r
    from calibration_labels
    inner join calibrations on calibration_labels.calibration_id = calibrations.calibration_id
    where
        calibrations.purpose = $purpose
        and (calibration_labels.side = 'calibration' or calibration_labels.is_spent)
),

near_pairs as (
    select
        document_id_l,
        document_id_r
    from verified_pairs
    group by document_id_l, document_id_r
    having max(jaccard) >= $similar_at
)

select
    documents_l.language,
    pair_labels.verdict,
    documents_l.shard as shard_l,
    documents_l.shard_row as shard_row_l,
    documents_r.shard as shard_r,
    documents_r.shard_row as shard_row_r
from pair_labels
inner join used
    on pair_labels.document_id_l = used.document_id_l and pair_labels.document_id_r = used.document_id_r
inner join near_pairs
    on pair_labels.document_id_l = near_pairs.document_id_l and pair_labels.document_id_r = near_pairs.document_id_r
inner join documents as documents_l on pair_labels.document_id_l = documents_l.document_id
inner join documents as documents_r on pair_labels.document_id_r = documents_r.document_id
where
    pair_labels.purpose = $purpose
    and pair_labels.verdict in ('same', 'different')
    and documents_l.language = documents_r.language
order by pair_labels.document_id_l, pair_labels.document_id_r;
