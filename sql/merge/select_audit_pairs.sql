-- A standing random sample of all merges that were ever applied, also of those undone since: the ones whose digest is
-- smallest, so it changes little as merges are added. With the verdict of people, null until somebody has judged.
--
-- reads   ledger_entries, ledger_effects, pair_labels
-- params  $purpose, $n_rows

with

applied as (
    select
        least(ledger_effects.document_id, ledger_effects.representative_after) as document_id_l,
        greatest(ledger_effects.document_id, ledger_effects.representative_after) as document_id_r,
        max(ledger_entries.batch_id) as batch_id
    from ledger_effects
    inner join ledger_entries on ledger_effects.position = ledger_entries.position
    where
        ledger_entries.action = 'merge'
        and ledger_entries.purpose = $purpose
        and ledger_effects.document_id <> ledger_effects.representative_after
    group by all
),

sampled as (
    select *
    from applied
    order by sha256('audit' || document_id_l || document_id_r), document_id_l, document_id_r
    limit $n_rows
)

select
    sampled.document_id_l,
    sampled.document_id_r,
    sampled.batch_id,
    pair_labels.verdict
from sampled
left join pair_labels
    on
        pair_labels.purpose = $purpose
        and sampled.document_id_l = pair_labels.document_id_l
        and sampled.document_id_r = pair_labels.document_id_r
order by sampled.document_id_l, sampled.document_id_r;
