"""Tighten a policy whose applied merges people have found wrong: merging by itself stops until the next calibration."""

from dataclasses import replace

import duckdb

from neartwin.calibrate import policy
from neartwin.merge.audit import Audit, audit
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import ledger, transaction


def tighten(con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose) -> Audit:
    """Audit a purpose; when the audit fails, bring into force the same policy without any threshold for merging.

    Batches that hold a merge judged different are named in the ledger entry, to be undone by a person. Doing it again
    changes nothing: the tightened policy merges nothing, so there is nothing left to tighten.
    """
    found = audit(con, settings, purpose)
    method_id = settings.purposes[purpose].deciding_method
    policy_id, rules = policy.active(con, purpose, method_id)
    if policy_id is None or not any(rule.merge_at is not None for rule in rules):
        return found
    if not found.fails(settings.purposes[purpose].precision_target):
        return found
    stricter = f"{policy_id}-audited"

    with transaction(con):
        policy.write(con, purpose, method_id, stricter, [replace(rule, merge_at=None) for rule in rules])
        policy.bring_into_force(
            con,
            stricter,
            actor="audit",
            reason=f"{found.n_wrong} of {found.n_judged} audited merges were judged different (lower bound "
            f"{found.lower:.3f}); to be undone: {', '.join(batch[:12] for batch in found.batches)}",
        )
    ledger.export_tip(con, settings)
    return found
