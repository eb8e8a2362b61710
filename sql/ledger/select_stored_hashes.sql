-- Every entry in order with the digest of its columns and effects as they are now.
--
-- reads   ledger_entries, ledger_effects

with

effects as (
    select
        position,
        string_agg(
            prefixed(document_id) || prefixed(representative_before) || prefixed(representative_after), ''
            order by document_id
        ) as folded
    from ledger_effects
    group by position
)

select
    ledger_entries.position,
    ledger_entries.prev_hash,
    ledger_entries.entry_hash,
    sha256(
        prefixed(cast(ledger_entries.position as varchar))
        || prefixed(ledger_entries.action)
        || prefixed(ledger_entries.purpose)
        || prefixed(ledger_entries.batch_id)
        || prefixed(ledger_entries.cluster_id)
        || prefixed(cast(ledger_entries.undoes_position as varchar))
        || prefixed(ledger_entries.actor)
        || prefixed(ledger_entries.reason)
        || prefixed(ledger_entries.evidence)
        || prefixed(cast(ledger_entries.made_at as varchar))
        || coalesce(effects.folded, '')
    ) as content_sha256
from ledger_entries
left join effects on ledger_entries.position = effects.position
order by ledger_entries.position;
