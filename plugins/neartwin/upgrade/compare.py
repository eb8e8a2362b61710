"""Compare a candidate with the version whose place it would take, on the same labels and days."""

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from typing import Any

import duckdb

from neartwin import guards, verify
from neartwin.calibrate import calibrate
from neartwin.methods import choose, load, with_version
from neartwin.report.rows import Row, rows
from neartwin.settings import Settings
from neartwin.upgrade import comparisons, judged, progress, rehearsal, signatures, texts
from neartwin.upgrade.comparisons import Comparison
from neartwin.upgrade.detect import Upgrade
from neartwin.warehouse import run

log = logging.getLogger(__name__)


def calibrate_candidate(
    con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, run_id: str, actor: str = "schedule"
) -> dict[str, dict[str, Any]]:
    """Calibrate the purposes that a candidate method would decide, from the present labels; return them by purpose.

    Nothing that is in use changes: policies belong to one method id, and the candidate's wait for its promotion.
    Judged pairs that its index did not propose are compared first.
    """
    if upgrade.kind == "extractor":
        return {}
    tried = with_version(settings, upgrade.candidate_id)
    wanted = [name for name, own in tried.purposes.items() if own.deciding_method == upgrade.candidate_id]
    if wanted:
        _compare_labelled(con, tried, upgrade, run_id)
    return {purpose: calibrate(con, tried, purpose, run_id, actor=actor) for purpose in wanted}


def compare(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, run_id: str) -> Comparison:
    """Compare a complete candidate with what is active, keep the comparison and return it.

    Nothing else changes. The same state gives the same comparison. Raises UpgradeError while days are missing.
    """
    progress.require_complete(con, settings, upgrade)
    told = _method(con, settings, upgrade) if upgrade.kind == "method" else _extractor(con, settings, upgrade, run_id)
    told |= {
        "kind": upgrade.kind,
        "candidate_id": upgrade.candidate_id,
        "replaces_id": upgrade.replaces_id,
        "span": _span(con),
        "spec": spec_changes(con, upgrade),
    }
    told["documents"] = _titled(_documents(con, told)) | _titled([row for row in told.pop("titles") if row["url"]])
    labels = json.dumps({purpose: part["labels_id"] for purpose, part in told["purposes"].items()}, sort_keys=True)
    compared = comparisons.store(con, upgrade, hashlib.sha256(labels.encode()).hexdigest(), told, run_id)
    log.info("compared %s with %s: %s", upgrade.candidate_id, upgrade.replaces_id, compared.comparison_id[:12])
    return compared


def spec_changes(con: duckdb.DuckDBPyConnection, upgrade: Upgrade) -> list[dict[str, str]]:
    """Return the parts of the spec that differ between two versions, as texts."""
    found = run(con, "upgrade/select_specs", one_id=upgrade.replaces_id, other_id=upgrade.candidate_id)
    specs = {version_id: json.loads(spec or "{}") for version_id, spec in found}
    old, new = specs.get(upgrade.replaces_id, {}), specs.get(upgrade.candidate_id, {})
    return [
        {"name": name, "old": _shown(old.get(name)), "new": _shown(new.get(name))}
        for name in sorted(old.keys() | new.keys())
        if old.get(name) != new.get(name)
    ]


def _method(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade) -> dict[str, Any]:
    policies = comparisons.policies(con, settings, upgrade)
    review_at = min(wanted.review_at for wanted in settings.purposes.values())
    return {
        "texts": None,
        "distances": signatures.distances(con, upgrade),
        "candidates": signatures.candidates(con, upgrade, review_at),
        "purposes": {
            purpose: judged.compare(con, settings, upgrade, purpose, policy_id)
            for purpose, policy_id in policies.items()
        },
        "policies": {purpose: _policy(con, policy_id) for purpose, policy_id in policies.items()},
        "cost": signatures.cost(con, settings, upgrade),
        "titles": [],
    }


def _extractor(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, run_id: str) -> dict[str, Any]:
    rehearsed = rehearsal.rehearse(con, settings, upgrade, run_id)
    changes = texts.compare(con, settings, upgrade)
    names = ("n_extractions", "n_ms", "n_bytes")
    sides = (("old", upgrade.replaces_id), ("new", upgrade.candidate_id))
    return {
        "texts": changes,
        "distances": None,
        "candidates": rehearsed["candidates"],
        "purposes": {
            purpose: judged.compare_texts(con, settings, purpose) | {"change": rehearsed["change"][purpose]}
            for purpose in settings.purposes
        },
        "titles": rehearsed["titles"],
        "policies": {},
        "cost": {
            side: dict(
                zip(names, run(con, "upgrade/select_extraction_cost", extractor_id=extractor_id)[0], strict=True)
            )
            for side, extractor_id in sides
        },
    }


def _policy(con: duckdb.DuckDBPyConnection, policy_id: str) -> dict[str, Any]:
    rows_of = run(con, "calibrate/select_policies", policy_id=policy_id) if policy_id else []
    return {"policy_id": policy_id, "n_merging_strata": sum(row[5] is not None for row in rows_of)}


def _compare_labelled(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade, run_id: str) -> None:
    """Measure and guard judged pairs that the candidate has not compared: labels may be newer than its backfill."""
    method = choose(load(settings), upgrade.candidate_id)
    day = run(con, "upgrade/select_span")[0][2]
    if method.branch == "main" and method.n_keys and day is not None:
        run(con, "candidates/insert_labelled_pairs", method_id=method.method_id, run_id=run_id)
        verify.verify(con, settings, method, day, run_id)
        guards.guard(con, settings, day, run_id)


def _span(con: duckdb.DuckDBPyConnection) -> dict[str, Any]:
    n_days, first, last, n_captures, n_documents = run(con, "upgrade/select_span")[0]
    return {
        "n_days": n_days,
        "first_day": str(first or ""),
        "last_day": str(last or ""),
        "n_captures": n_captures,
        "n_documents": n_documents,
    }


def _titled(found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {row["document_id"]: {"title": row["title"], "url": row["url"]} for row in found}


def _documents(con: duckdb.DuckDBPyConnection, told: Mapping[str, Any]) -> list[Row]:
    """Return titles and addresses of the documents that samples name."""
    samples = [sample for part in (told["candidates"] or {}).values() for sample in part["samples"]]
    for part in told["purposes"].values():
        samples += [sample for side in part.get("change", {}).values() for sample in side["samples"]]
        samples += [sample for sample in part["merges"]["samples"] if isinstance(sample, dict)]
    ends = {sample[f"document_id_{side}"] for sample in samples for side in "lr"}
    ends |= {name for part in told["purposes"].values() for pair in part.get("apart", []) for name in pair[:2]}
    ends |= {
        name
        for part in told["purposes"].values()
        for sample in part["merges"]["samples"]
        if isinstance(sample, list)
        for name in sample
    }
    return rows(con, "select_titles", document_ids=sorted(ends))


def _shown(value: object) -> str:
    return "–" if value is None else value if isinstance(value, str) else json.dumps(value, sort_keys=True)
