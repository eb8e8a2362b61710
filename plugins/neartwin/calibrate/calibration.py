"""Calibrate one purpose: split, choose, test, evaluate, and keep it all in one transaction."""

import hashlib
import json
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa

from neartwin.calibrate import change, evaluation, labelled, policy, tables
from neartwin.calibrate.finding import Finding, Ground, find
from neartwin.calibrate.labelled import Bools, LabelledPairs
from neartwin.calibrate.policy import Rule
from neartwin.calibrate.split import Split, split
from neartwin.calibrate.strata import strata
from neartwin.methods import load as load_methods
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import ledger, run, statement, transaction
from neartwin.warehouse.runs import code_version

log = logging.getLogger(__name__)


def calibrate(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    purpose: Purpose,
    run_id: str,
    *,
    strategy: str | None = None,
    actor: str = "schedule",
) -> dict[str, Any]:
    """Calibrate a purpose from its present labels; return ids and counts (no text of a page).

    The same labels, measures, guards, method and definition give the same calibration id, and a calibration that is
    there already is left alone: held-out labels are spent once. What only tightens comes into force at once; what
    loosens is left as a candidate (`waiting`) for `policy.answer`.
    """
    pairs = labelled.load(con, settings, purpose)
    known = _identity(settings, purpose, pairs, strategy or settings.calibration.strategy)
    if not run(con, "calibrate/select_calibrations", calibration_id=known["calibration_id"]):
        _calibrate(con, settings, pairs, known | {"run_id": run_id}, actor)
    return _summary(con, known["calibration_id"])


def load(con: duckdb.DuckDBPyConnection, calibration_id: str) -> dict[str, Any]:
    """Return a stored calibration, its evaluation as a dictionary."""
    found = con.execute(statement("calibrate/select_calibrations"), {"calibration_id": calibration_id})
    names = [column[0] for column in found.description or ()]
    told = dict(zip(names, found.fetchall()[0], strict=True))
    return told | {"evaluation": json.loads(told["evaluation"])}


def _calibrate(
    con: duckdb.DuckDBPyConnection, settings: Settings, pairs: LabelledPairs, known: dict[str, Any], actor: str
) -> None:
    purpose = known["purpose"]
    divided = _split(con, settings, purpose, pairs)
    active_id, active = policy.active(con, purpose, known["method_id"])
    passed = (policy.earned(con, purpose, known["method_id"]), active)
    ground = Ground(con, settings, purpose, known["strategy"], pairs, divided, passed, _review_load(con, purpose))
    wanted = settings.calibration
    rows = strata(pairs, ~divided.is_held_out, min_labels=wanted.min_labels, min_verdicts=wanted.min_verdicts)
    findings = [find(ground, stratum) for stratum in rows]
    rules = [rule for finding in findings for rule in finding.rules(known["calibration_id"])]
    spent = _spent(divided, findings)
    told = evaluation.evaluate(settings, purpose, pairs, divided, findings, spent, known["strategy"])
    told["change"] = change.what_would_change(con, purpose, active, rules)
    tables.write_sweeps(settings, known["calibration_id"], pairs, divided, findings, settings.purposes[purpose])
    with transaction(con):
        told["policy"] = _enter_policy(con, known, active, rules, actor) | {"replaces": active_id or ""}
        _enter_calibration(con, pairs, divided, spent, known, told)
    ledger.export_tip(con, settings)
    log.info("calibrated %s on %d labels: %s", purpose, len(pairs), known["calibration_id"][:12])


def _split(con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, pairs: LabelledPairs) -> Split:
    wanted = settings.calibration
    known = {"purpose": purpose, "method_id": settings.purposes[purpose].deciding_method}
    return split(
        pairs,
        seed=wanted.split_seed,
        held_out_share=wanted.held_out_share,
        min_labels=wanted.min_labels,
        used=dict(run(con, "calibrate/select_used_documents", **known)),
        tested_languages=[row[0] for row in run(con, "calibrate/select_tested_languages", **known)],
    )


def _spent(divided: Split, findings: Sequence[Finding]) -> Bools:
    spent = np.zeros(len(divided.is_held_out), np.bool_)
    for finding in findings:
        if finding.is_spent:
            spent[finding.stratum.places] = divided.is_held_out[finding.stratum.places]
    return spent


def _review_load(con: duckdb.DuckDBPyConnection, purpose: Purpose) -> dict[tuple[str, str, str, str], dict[int, float]]:
    n_days = run(con, "calibrate/select_n_days")[0][0]
    load: dict[tuple[str, str, str, str], dict[int, float]] = {}
    for language, kind, band, measure, at, n_pairs in run(con, "calibrate/select_review_load", purpose=purpose):
        load.setdefault((language, kind, band, measure), {})[at] = n_pairs / n_days
    return load


def _identity(settings: Settings, purpose: Purpose, pairs: LabelledPairs, strategy: str) -> dict[str, Any]:
    method = load_methods(settings).get(settings.purposes[purpose].deciding_method)
    definition = {
        "purpose": settings.purposes[purpose].model_dump(),
        "calibration": settings.calibration.model_dump(),
        "important_sites": sorted(settings.gate.important_sites),
        "strategy": strategy,
    }
    known = {
        "purpose": purpose,
        "method_id": settings.purposes[purpose].deciding_method,
        "method_sha256": method.spec_sha256 if method else "",
        "guards_id": " ".join(pairs.guards_ids),
        "label_snapshot_id": pairs.snapshot_id(),
        "definition_id": hashlib.sha256(json.dumps(definition, sort_keys=True).encode()).hexdigest(),
        "data_id": pairs.data_id(),
        "strategy": strategy,
        "split_seed": settings.calibration.split_seed,
    }
    text = json.dumps(known, sort_keys=True)
    return known | {"calibration_id": hashlib.sha256(text.encode()).hexdigest(), "n_labels": len(pairs)}


def _enter_policy(
    con: duckdb.DuckDBPyConnection, known: dict[str, Any], active: list[Rule], rules: list[Rule], actor: str
) -> dict[str, Any]:
    """Write the candidate; what only tightens comes into force now. Return what became of it."""
    purpose, method_id, name = known["purpose"], known["method_id"], known["calibration_id"][:12]
    policy_id, activated = f"{purpose}-{name}", ""
    waits_for = policy.loosened(active, rules)
    waiting = policy_id if waits_for else ""
    if waiting:
        policy.write(con, purpose, method_id, policy_id, rules)
    tight = policy.tightened(active, rules) if waits_for else rules
    if tight and not policy.is_equal(active, tight):
        activated = f"{policy_id}-tight" if waits_for else policy_id
        policy.write(con, purpose, method_id, activated, tight)
        reason = f"calibration {name} merges nothing that was not merged before"
        policy.bring_into_force(con, activated, actor=actor, reason=reason, waiting=waiting)
    run(con, "calibrate/upsert_candidates_superseded", purpose=purpose, method_id=method_id, waiting=waiting)
    return {"policy_id": waiting or activated, "loosens": waits_for, "waiting": waiting, "activated": activated}


def _enter_calibration(
    con: duckdb.DuckDBPyConnection,
    pairs: LabelledPairs,
    divided: Split,
    spent: Bools,
    known: dict[str, Any],
    told: dict[str, Any],
) -> None:
    row = known | {
        "policy_id": told["policy"]["policy_id"] or told["policy"]["replaces"],
        "split_by": divided.by,
        "code_version": code_version(),
        "evaluation": json.dumps(told, sort_keys=True),
        "made_at": datetime.now(UTC).replace(tzinfo=None),
    }
    con.register("new_calibrations", pa.Table.from_pylist([row]))
    con.register("new_sides", tables.sides(known["calibration_id"], pairs, divided, spent))
    try:
        run(con, "calibrate/insert_calibrations")
        run(con, "calibrate/insert_calibration_labels")
    finally:
        con.unregister("new_calibrations")
        con.unregister("new_sides")


def _summary(con: duckdb.DuckDBPyConnection, calibration_id: str) -> dict[str, Any]:
    told = load(con, calibration_id)
    entered, moved = told["evaluation"]["policy"], told["evaluation"]["change"]
    states = {row[0] for row in run(con, "calibrate/select_policy_status", policy_id=entered["policy_id"])}
    return {
        "purpose": told["purpose"],
        "calibration_id": calibration_id,
        "n_labels": told["n_labels"],
        "activated": entered["activated"],
        "waiting": entered["waiting"] if "candidate" in states else "",
        "replaces": entered["activated"] or entered["replaces"],
        "n_loosened": len(entered["loosens"]),
        "n_newly_merged": moved["newly merged"]["n_documents"],
        "n_released": moved["released"]["n_documents"],
    }
