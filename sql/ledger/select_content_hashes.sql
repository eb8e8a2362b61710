-- The digest of each new entry's columns and effects, in order; the chain of entry hashes is made from these.
--
-- reads   new_entries, new_effects (temporary)
-- params  $position (of the last entry so far), $made_at

with

effects as (
    select
        entry_order,
        string_agg(
            prefixed(document_id) || prefixed(representative_before) || prefixed(representative_after), ''
            order by document_id
        ) as folded
    from new_effects
    group by entry_order
)

select
    new_entries.entry_order,
    sha256(
        prefixed(cast($position + new_entries.entry_order as varchar))
        || prefixed(new_entries.action)
        || prefixed(new_entries.purpose)
        || prefixed(new_entries.batch_id)
        || prefixed(new_entries.cluster_id)
        || prefixed(cast(new_entries.undoes_position as varchar))
        || prefixed(new_entries.actor)
        || prefixed(new_entries.reason)
        || prefixed(new_entries.evidence)
        || prefixed(cast(cast($made_at as timestamp) as varchar))
        || coalesce(effects.folded, '')
    ) as content_sha256
from new_entries
left join effects on new_entries.entry_order = effects.entry_order
order by new_entries.entry_order;
