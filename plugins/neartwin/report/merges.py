"""What the report says about merging: batches and who answered for them, undone ones, constraints, what waits."""

from typing import Any

import duckdb

from neartwin.merge.audit import audit
from neartwin.report.rows import Row, rows
from neartwin.settings import Settings
from neartwin.warehouse import ledger

N_BATCHES = 12
N_EXAMPLES = 3
N_PAIRS = 12
DEMO = "sample demo"  # who answers in `neartwin run --sample`: no account has a name with a space


def merges(con: duckdb.DuckDBPyConnection, settings: Settings) -> dict[str, Any]:
    """Return the state of merging as of now: it goes on after a day's run, so the page says when it last changed."""
    batches = rows(con, "select_merge_batches", n_rows=N_BATCHES)
    constraints = rows(con, "select_constraints", n_rows=N_PAIRS)
    proposals = rows(con, "select_undo_proposals", n_rows=N_PAIRS)
    position, entry_hash = ledger.tip(con)
    told = {
        "changed_at": rows(con, "select_merge_newest")[0]["changed_at"],
        "purposes": rows(con, "select_merge_purposes", purposes=list(settings.purposes)),
        "states": {row["state"]: row["n_batches"] for row in rows(con, "select_merge_states")},
        "demo": DEMO,
        "n_batches": _first(batches, "n_batches"),
        "batches": batches,
        "n_constraints": _first(constraints, "n_constraints"),
        "constraints": constraints,
        "n_undo_proposals": _first(proposals, "n_proposals"),
        "undo_proposals": proposals,
        "audit": [_audit(con, settings, purpose) for purpose in settings.purposes],
        "ledger": {"n_entries": position, "tip": entry_hash},
    }
    _add_examples(con, batches)
    for batch in batches:
        batch["is_demo"] = DEMO in (batch["answered_by"], batch["undone_by"])
    return told


def needs(told: dict[str, Any]) -> list[Row]:
    """Return what people have to do about merges: answer for batches that wait, undo merges that were wrong."""
    found = []
    for proposal in told["undo_proposals"][:3]:
        member = proposal["document_id_l"]
        if member == proposal["representative_id"]:
            member = proposal["document_id_r"]
        how = f"neartwin undo document {member} --purpose {proposal['purpose']}"
        what = f"Undo a merge that {proposal['annotator']} has judged different"
        found.append({"what": what, "why": f"for {proposal['purpose']}", "how": how})
    waiting = [batch for batch in told["batches"] if batch["state"] == "waiting"]
    for batch in waiting[:3]:
        n, noun = batch["n_documents"], "merge" if batch["kind"] == "merge" else "change of representative"
        what = f"Approve or decline a {noun} of {n:,} document{'' if n == 1 else 's'} for {batch['purpose']}"
        why = "; ".join(batch["gate_reasons"][:2])
        found.append({"what": what, "why": why, "how": f"neartwin approve {batch['batch_id'][:16]}"})
    return found


def _add_examples(con: duckdb.DuckDBPyConnection, batches: list[Row]) -> None:
    ids = [batch["batch_id"] for batch in batches]
    found = rows(con, "select_merge_examples", batch_ids=ids, n_rows=N_EXAMPLES) if ids else []
    for batch in batches:
        batch["examples"] = [row for row in found if row["batch_id"] == batch["batch_id"]]


def _audit(con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Any) -> Row:  # noqa: ANN401 (a Purpose)
    found = audit(con, settings, purpose)
    return {
        "purpose": purpose,
        "n_sampled": found.n_sampled,
        "n_judged": found.n_judged,
        "n_wrong": found.n_wrong,
        "lower": found.lower,
        "target": settings.purposes[purpose].precision_target,
    }


def _first(found: list[Row], name: str) -> int:
    return int(found[0][name]) if found else 0
