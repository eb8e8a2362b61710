"""Two methods on the same labels, purpose by purpose: what they find, show and merge, and what merging would change."""

from collections.abc import Sequence
from typing import Any

import duckdb

from neartwin.calibrate import labelled, policy
from neartwin.calibrate.change import tell_changes, what_would_change
from neartwin.calibrate.policy import Rule
from neartwin.methods import with_version
from neartwin.settings import Purpose, Settings
from neartwin.upgrade import paired, texts
from neartwin.upgrade.detect import Upgrade
from neartwin.upgrade.recheck import judge_merges
from neartwin.warehouse import run

N_SAMPLES = 12
MERGING = {"old": "upgrade/insert_merging_old", "new": "upgrade/insert_merging_new"}


def compare(
    con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, purpose: Purpose, policy_id: str
) -> dict[str, Any]:
    """Return both methods on the labels of one purpose; `policy_id` is what the candidate would merge by.

    `labels_id` names the verdicts used. What each would merge is counted over all stored pairs, as the policies alone
    have it.
    """
    tried = with_version(settings, upgrade.candidate_id)
    rules = {"old": policy.active(con, purpose, upgrade.replaces_id)[1], "new": policy.rules_of(con, policy_id)}
    old = labelled.load(con, settings, purpose)
    keep_merging(con, purpose, "old", rules["old"])
    new = labelled.load(con, tried, purpose)
    keep_merging(con, purpose, "new", rules["new"])
    sides = paired.both(old, new)
    took = [
        paired.acts(side, rules[name], settings.purposes[purpose])
        for name, side in (("old", sides.old), ("new", sides.new))
    ]
    return {
        "labels_id": new.snapshot_id(),
        "n_labels": len(new),
        "n_paired": len(sides),
        "n_apart": len(new) - len(sides),
        "levels": paired.compare(sides, *took) if len(sides) else [],
        "n_merging_strata": {name: sum(rule.merge_at is not None for rule in own) for name, own in rules.items()},
        "change": changes(con),
        "merges": _contradicted(con, tried, purpose),
    }


def compare_texts(con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose) -> dict[str, Any]:
    """Return what another extractor means for one purpose's labels and merges; needs `texts.compare` before."""
    pairs = labelled.load(con, settings, purpose)
    return {"labels_id": pairs.snapshot_id()} | texts.labels(con, purpose) | {"merges": texts.released(con, purpose)}


def keep_merging(con: duckdb.DuckDBPyConnection, purpose: Purpose, side: str, rules: Sequence[Rule]) -> None:
    """Keep in `merging_<side>` what some rules would merge of the pairs in `open_pairs`."""
    what_would_change(con, purpose, [], rules)
    run(con, MERGING[side])


def changes(con: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    """Return documents newly merged and released, from `merging_old` to `merging_new`; leaves `changed_pairs`."""
    run(con, "upgrade/insert_changed_pairs")
    return tell_changes(con)


def _contradicted(con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose) -> dict[str, Any]:
    """Return how many merges in force the candidate would not have made, with samples."""
    judge_merges(con, settings, purpose)
    n_merges, n_contradicted = run(con, "upgrade/select_judged_counts")[0]
    rows = run(con, "upgrade/select_judged_samples", n_rows=N_SAMPLES)
    names = ("document_id_l", "document_id_r", "similarity", "reason")
    samples = [dict(zip(names, row, strict=True)) for row in rows]
    return {"n_merges": n_merges, "n_contradicted": n_contradicted, "samples": samples}
