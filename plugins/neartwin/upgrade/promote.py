"""Promote a version that was compared, return to the one before, retire one that nobody needs: one entry each."""

import logging
from typing import Any

import duckdb

from neartwin import extract, version_links
from neartwin.calibrate import policy
from neartwin.errors import UpgradeError
from neartwin.merge.people import Person
from neartwin.settings import Purpose, Settings
from neartwin.upgrade import comparisons, progress, versions
from neartwin.upgrade.detect import Upgrade
from neartwin.warehouse import ledger, run, transaction
from neartwin.warehouse.ledger import Entry

log = logging.getLogger(__name__)


def promote(
    con: duckdb.DuckDBPyConnection, settings: Settings, comparison_id: str, person: Person, run_id: str
) -> Upgrade:
    """Let a compared candidate take the active version's place, in one transaction with its policies and the ledger.

    Raises UpgradeError when the comparison is unknown, the candidate incomplete, active already or retired, or when
    another version or policy is in its place since the comparison was shown. A run that was killed and does it again
    changes nothing more. `settle` afterwards.
    """
    compared = comparisons.load(con, comparison_id)
    upgrade = compared.upgrade
    if _is_done(con, upgrade.candidate_id, run_id):
        ledger.export_tip(con, settings)  # a kill between the commit and the export is made good here
        return upgrade
    require_promotable(con, settings, compared)
    policies = comparisons.policies(con, settings, upgrade)
    evidence = {
        "kind": upgrade.kind,
        "candidate_id": upgrade.candidate_id,
        "replaces_id": upgrade.replaces_id,
        "comparison_id": compared.comparison_id,
        "run_id": run_id,
        "policies": policies,
    }

    with transaction(con):
        for purpose, policy_id in policies.items():
            _bring_into_force(con, purpose, policy_id, upgrade, person)
        flip(con, settings, upgrade, run_id)
        ledger.append(con, [Entry("promote", person.actor, person.reason, evidence=evidence)])
    ledger.export_tip(con, settings)
    log.info("promoted %s, which takes the place of %s", upgrade.candidate_id, upgrade.replaces_id)
    return upgrade


def require_promotable(con: duckdb.DuckDBPyConnection, settings: Settings, compared: comparisons.Comparison) -> None:
    """Raise UpgradeError unless what was compared can be promoted as it was shown."""
    upgrade = compared.upgrade
    now = versions.upgrade_to(con, settings, upgrade.candidate_id)
    if now.replaces_id != upgrade.replaces_id:
        raise UpgradeError(
            f"{now.replaces_id} is active since {upgrade.candidate_id} was compared with {upgrade.replaces_id}: "
            f"`neartwin methods compare {upgrade.candidate_id}`"
        )
    progress.require_complete(con, settings, upgrade)
    if comparisons.policies(con, settings, upgrade) != compared.policies:
        raise UpgradeError(
            f"another policy waits for {upgrade.candidate_id} than the comparison showed: "
            f"`neartwin methods compare {upgrade.candidate_id}`"
        )


def roll_back(con: duckdb.DuckDBPyConnection, settings: Settings, name: str, person: Person, run_id: str) -> Upgrade:
    """Return to the version whose place the active one took; `name` is a method's name or id, or `extractor`.

    At once, whatever is complete; `settle` afterwards signs what came since. A run that was killed and does it again
    changes nothing more. Raises UpgradeError when an id is not the active one, when nothing was promoted, and when the
    version before is retired or has no section any more; MethodChangedError when its section was edited.
    """
    active = _named(con, name)
    if _is_done(con, active.version_id, run_id):
        ledger.export_tip(con, settings)
        return Upgrade(active.kind, active.version_id, "")
    back = require_way_back(con, settings, name)
    evidence = {"kind": back.kind, "candidate_id": back.candidate_id, "replaces_id": back.replaces_id, "run_id": run_id}

    with transaction(con):
        flip(con, settings, back, run_id)
        ledger.append(con, [Entry("roll_back", person.actor, person.reason, evidence=evidence)])
    ledger.export_tip(con, settings)
    log.info("rolled back from %s to %s", back.replaces_id, back.candidate_id)
    return back


def require_way_back(con: duckdb.DuckDBPyConnection, settings: Settings, name: str) -> Upgrade:
    """Return the flip that a roll back would be; raises UpgradeError when there is none."""
    active = _named(con, name)
    found = run(con, "upgrade/select_promoted_from", version_id=active.version_id)
    if not found:
        raise UpgradeError(f"{active.version_id} took no version's place: there is nothing to return to")
    before = versions.version_of(con, found[0][0])
    if before.status == "retired":
        raise UpgradeError(f"{before.version_id} is retired: there is nothing to return to")
    versions.require_usable(con, settings, before)
    return Upgrade(active.kind, before.version_id, active.version_id)


def unsettled(con: duckdb.DuckDBPyConnection, action: str, name: str) -> Upgrade | None:
    """Return the newest flip, when it was this action on this name or id, and was stopped before it was settled."""
    for done, kind, candidate_id, replaces_id in run(con, "upgrade/select_unsettled_flips")[:1]:
        names = {candidate_id, replaces_id, versions.version_of(con, candidate_id).name}
        if done == action and name in names:
            return Upgrade(kind, candidate_id, replaces_id)
    return None


def retire(con: duckdb.DuckDBPyConnection, settings: Settings, version_id: str, person: Person) -> None:
    """Retire a version that is not active: its decisions and extractions stay, its fingerprints may go later.

    Retiring again changes nothing. Raises UpgradeError for the active version or an unknown one.
    """
    version = require_retirable(con, version_id)
    if version.status == "retired":
        ledger.export_tip(con, settings)
        return
    evidence = {"kind": version.kind, "candidate_id": version_id}

    with transaction(con):
        versions.retire(con, version)
        ledger.append(con, [Entry("retire", person.actor, person.reason, evidence=evidence)])
    ledger.export_tip(con, settings)


def require_retirable(con: duckdb.DuckDBPyConnection, version_id: str) -> versions.Version:
    """Return a version that is not active; raises UpgradeError otherwise."""
    version = versions.version_of(con, version_id)
    if version.status == "active":
        raise UpgradeError(f"{version_id} is active: promote another version, or roll back, before it can be retired")
    return version


def flip(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, run_id: str) -> None:
    """Let the candidate take the active version's place, and captures its texts, in the caller's transaction."""
    versions.flip(con, upgrade.kind, upgrade.candidate_id, upgrade.replaces_id)
    changed = None
    if upgrade.kind == "extractor":
        ids = {"one_id": upgrade.candidate_id, "other_id": upgrade.replaces_id}
        changed = [day for (day,) in run(con, "upgrade/select_changed_days", **ids)]
        extract.repoint(con, settings, upgrade.candidate_id, run_id)
        for day in changed:
            version_links.relink(con, day, run_id)
    run(con, "upgrade/undo_day_profiles", days=changed)


def _bring_into_force(
    con: duckdb.DuckDBPyConnection, purpose: Purpose, policy_id: str, upgrade: Upgrade, person: Person
) -> None:
    if policy_id and policy.is_waiting(con, policy_id):
        reason = f"promoted with {upgrade.candidate_id}: {person.reason}"
        policy.bring_into_force(con, policy_id, actor=person.actor, reason=reason)
        log.info("policy %s is in force for %s", policy_id, purpose)


def _is_done(con: duckdb.DuckDBPyConnection, version_id: str, run_id: str) -> bool:
    """Whether this very run has made the version active before it was killed."""
    if versions.version_of(con, version_id).status != "active":
        return False
    newest: list[tuple[Any, ...]] = run(con, "upgrade/select_newest_flip", version_id=version_id)
    return bool(newest) and newest[0][4] == run_id


def _named(con: duckdb.DuckDBPyConnection, name: str) -> versions.Version:
    for version in versions.versions(con):
        if version.status == "active" and name in (version.name, version.version_id):
            return version
    raise UpgradeError(f"no version of {name!r} is active: `neartwin methods list` shows what is")
