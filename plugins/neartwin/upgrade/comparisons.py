"""Comparisons as they are kept: which one a person means, which policies it showed, whether people said no."""

import hashlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import duckdb

from neartwin.calibrate import policy
from neartwin.errors import UpgradeError
from neartwin.methods import with_version
from neartwin.settings import Purpose, Settings
from neartwin.upgrade.detect import Upgrade
from neartwin.warehouse import run

TIMED = "cost"  # the one part of a comparison that another look at the same state may tell differently


@dataclass(frozen=True, slots=True)
class Comparison:
    """A stored comparison; `told` is everything its page says, numbers, ids and titles."""

    comparison_id: str
    upgrade: Upgrade
    labels_id: str
    told: dict[str, Any]
    made_at: datetime

    @property
    def policies(self) -> dict[Purpose, str]:
        """The policy of the candidate that was shown for each purpose that it would decide ('' for none)."""
        return {purpose: shown["policy_id"] for purpose, shown in self.told["policies"].items()}


def store(
    con: duckdb.DuckDBPyConnection, upgrade: Upgrade, labels_id: str, told: dict[str, Any], run_id: str
) -> Comparison:
    """Keep a comparison and return it; the same state compared again is the one that is there."""
    counted = {name: part for name, part in told.items() if name != TIMED}
    comparison_id = hashlib.sha256(json.dumps(counted, sort_keys=True).encode()).hexdigest()
    run(
        con,
        "upgrade/insert_comparisons",
        comparison_id=comparison_id,
        kind=upgrade.kind,
        candidate_id=upgrade.candidate_id,
        replaces_id=upgrade.replaces_id,
        labels_id=labels_id,
        n_days=told["span"]["n_days"],
        told=json.dumps(told, sort_keys=True, ensure_ascii=False),
        run_id=run_id,
        made_at=datetime.now(UTC).replace(tzinfo=None),
    )
    return load(con, comparison_id)


def load(con: duckdb.DuckDBPyConnection, beginning: str) -> Comparison:
    """Return the comparison with this id, or the one whose id begins so; raises UpgradeError otherwise."""
    rows = run(con, "upgrade/select_comparisons", beginning=beginning, candidate_id=None) if beginning else []
    if len(rows) != 1:
        what = "no comparison has" if not rows else f"{len(rows)} comparisons have"
        raise UpgradeError(f"{what} an id that begins with {beginning!r}: `neartwin methods compare VERSION` makes one")
    return _comparison(rows[0])


def newest(con: duckdb.DuckDBPyConnection, upgrade: Upgrade) -> Comparison:
    """Return the newest comparison of an upgrade; raises UpgradeError when there is none."""
    rows = run(con, "upgrade/select_comparisons", beginning=None, candidate_id=upgrade.candidate_id)
    for row in rows:
        if row[3] == upgrade.replaces_id:
            return _comparison(row)
    raise UpgradeError(
        f"{upgrade.candidate_id} was not compared with {upgrade.replaces_id}: "
        f"`neartwin methods compare {upgrade.candidate_id}` first, and look at its report"
    )


def policies(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade) -> dict[Purpose, str]:
    """Return the policy that a promotion would bring with it, for each purpose that the candidate would decide.

    The one that waits for an answer, else the one in force for the candidate, else ''.
    """
    if upgrade.kind == "extractor":
        return {}
    tried = with_version(settings, upgrade.candidate_id)
    found: dict[Purpose, str] = {}
    for purpose, wanted in tried.purposes.items():
        if wanted.deciding_method == upgrade.candidate_id:
            method_id = upgrade.candidate_id
            waiting = run(con, "upgrade/select_waiting_policy", purpose=purpose, method_id=method_id)
            found[purpose] = waiting[0][0] if waiting else policy.active(con, purpose, method_id)[0] or ""
    return found


def is_declined(con: duckdb.DuckDBPyConnection, compared: Comparison) -> bool:
    """Whether people's newest answer for this candidate was no, on the same labels: new labels ask again."""
    upgrade = compared.upgrade
    answers = run(
        con,
        "upgrade/select_answer",
        candidate_id=upgrade.candidate_id,
        replaces_id=upgrade.replaces_id,
        labels_id=compared.labels_id,
    )
    return bool(answers) and not answers[0][0]


def _comparison(row: tuple[Any, ...]) -> Comparison:
    comparison_id, kind, candidate_id, replaces_id, labels_id, told, made_at = row
    return Comparison(comparison_id, Upgrade(kind, candidate_id, replaces_id), labels_id, json.loads(told), made_at)
