"""The tasks of `merge_duplicates`: each calls one function of a stage; XCom carries ids, counts and paths."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from airflow.sdk import task

from neartwin.orchestration.answers import Answer
from neartwin.orchestration.assets import DECISIONS
from neartwin.orchestration.defaults import WRITER, run_task

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

    from neartwin.merge.plan import Batch
    from neartwin.orchestration.day_run import Run
    from neartwin.settings import Settings

Batches = list[dict[str, Any]]
N_REASONS = 10


@run_task(**WRITER)
def audit(run: Run) -> dict[str, Any]:
    """Judge the policy in force by the merges that people have looked at; tighten it when they were wrong too often."""
    from neartwin.orchestration.aftercare import tighten
    from neartwin.warehouse import migrations

    counts = {}
    with run.writer() as (con, settings):
        migrations.migrate(con)
        for purpose in settings.purposes:
            found = tighten(con, settings, purpose)
            counts[str(purpose)] = {"judged": found.n_judged, "wrong": found.n_wrong, "lower": round(found.lower, 4)}
    return counts


@run_task(outlets=[DECISIONS], **WRITER)
def decide(run: Run) -> dict[str, Any]:
    """Decide again every pair whose policy, label, guard or constraint is newer than its decision."""
    from neartwin import decide

    with run.writer() as (con, settings):
        return {purpose: decide.decide(con, settings, purpose, None, run.run_id) for purpose in settings.purposes}


@run_task(**WRITER)
def plan(run: Run) -> Batches:
    """Plan what passes by itself, what waits for people and better representatives; rehearse each, ask the gate."""
    from neartwin.merge import apply, gate

    batches = []
    with run.writer() as (con, settings):
        for purpose, wanted in settings.purposes.items():
            for batch in gate.plan(con, settings, purpose, wanted.deciding_method, run_id=run.run_id):
                apply.rehearse(con, batch, run_id=run.run_id)
                verdict, reasons = gate.judge(con, settings, batch)
                state = _unless_answered(con, settings, batch) if verdict == "approval" else verdict
                batches.append({**asdict(batch), "gate": state, "reasons": reasons[:N_REASONS]})
    return batches


def _unless_answered(con: DuckDBPyConnection, settings: Settings, batch: Batch) -> str:
    """Return `approval`, or why people are not asked: they have declined it, or are asked in an earlier run."""
    from neartwin.merge import gate

    if gate.is_declined(con, batch.batch_id):
        return "declined"
    return "asked" if gate.is_asked(con, settings, batch) else "approval"


@run_task(**WRITER)
def apply_automatic(run: Run, batches: Batches) -> dict[str, int]:
    """Apply the batches that the gate let pass by itself."""
    from neartwin.merge import apply

    with run.writer() as (con, settings):
        return {
            batch["batch_id"]: apply.apply_automatic(con, settings, batch["batch_id"], run_id=run.run_id)
            for batch in batches
            if batch["gate"] == "automatic"
        }


@run_task(task.short_circuit, ignore_downstream_trigger_rules=False)
def needs_answer(run: Run, batches: Batches) -> bool:
    """Go on to the question only when a batch waits for people."""
    return any(batch["gate"] == "approval" for batch in batches)


@run_task(**WRITER)
def question(run: Run, batches: Batches) -> str:
    """Write the evidence for the approval page; return the path of the file."""
    from neartwin.merge import gate
    from neartwin.merge.question import write_question
    from neartwin.orchestration.day_run import TESTER

    asked = [batch for batch in batches if batch["gate"] == "approval"]
    with run.writer() as (con, settings):
        if run.actor != TESTER:  # a run without a server puts no question: the next run with one does
            gate.ask(con, [batch["batch_id"] for batch in asked])
        return str(write_question(con, settings, asked))


@run_task(trigger_rule="none_failed", **WRITER)
def record_answer(run: Run, batches: Batches) -> int:
    """Store who answered what, and when; return the number of batches that were answered for.

    An approval of a batch that somebody has declined while the question was open is none: the refusal stays.
    """
    from neartwin.merge import gate

    answer = Answer.given()
    if answer is None:
        return 0
    with run.writer() as (con, _):
        asked = [batch["batch_id"] for batch in batches if batch["gate"] == "approval"]
        asked = [batch_id for batch_id in asked if not (answer.is_approved and gate.is_declined(con, batch_id))]
        for batch_id in asked:
            gate.record_answer(con, batch_id, run_id=run.run_id, **asdict(answer))
    return len(asked)


@run_task(**WRITER)
def apply_approved(run: Run, batches: Batches) -> dict[str, int]:
    """Apply what an approver approved and what is unchanged since, after a fresh rehearsal.

    Fails at last, when the others are applied, if somebody declined one of the batches while the question was open.
    """
    from neartwin.merge import apply, gate

    answer = Answer.approval(run.settings)
    if answer is None:
        return {}
    told = {"actor": answer.actor, "reason": f"approved: {answer.note}", "run_id": run.run_id}
    asked = [batch["batch_id"] for batch in batches if batch["gate"] == "approval"]
    with run.writer() as (con, settings):
        declined = [batch_id for batch_id in asked if gate.is_declined(con, batch_id)]
        applied = {
            batch_id: apply.apply_approved(con, settings, batch_id, **told)
            for batch_id in asked
            if batch_id not in declined
        }
        for batch_id in declined:
            gate.require_not_declined(con, batch_id)
    return applied


@run_task(trigger_rule="none_failed", **WRITER)
def verify(run: Run) -> None:
    """Check the ledger from its first entry on, against the tips in the lake and the tables that follow from it."""
    from neartwin.errors import LedgerError
    from neartwin.warehouse import ledger

    with run.writer() as (con, settings):
        if faults := ledger.faults(con, settings):
            raise LedgerError("; ".join(faults[:N_REASONS]))


@run_task(trigger_rule="none_failed", **WRITER)
def report(run: Run) -> str:
    """Write the newest day's report anew: it says what was merged, what waits and what was undone. Return its path."""
    from neartwin.report import renew

    with run.writer() as (con, settings):
        return str(renew(con, settings) or "")
