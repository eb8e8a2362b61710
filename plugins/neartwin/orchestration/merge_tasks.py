"""The tasks of `merge_duplicates` and `undo_merge`: each calls one function of the merge stage."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from airflow.sdk import get_current_context, task

from neartwin.errors import MergeError
from neartwin.orchestration.defaults import WRITER, run_task

if TYPE_CHECKING:
    from neartwin.orchestration.day_run import Run

Batches = list[dict[str, Any]]


@run_task(**WRITER)
def decide(run: Run) -> dict[str, Any]:
    """Decide again every pair whose policy, label, guard or constraint is newer than its decision."""
    from neartwin import decide

    with run.writer() as con:
        return {
            purpose: decide.decide(con, run.settings, purpose, None, run.run_id) for purpose in run.settings.purposes
        }


@run_task(**WRITER)
def plan(run: Run) -> Batches:
    """Plan one batch a purpose, rehearse it, and ask the gate."""
    from neartwin.merge import apply, gate
    from neartwin.merge import plan as planning

    batches = []
    with run.writer() as con:
        for purpose, wanted in run.settings.purposes.items():
            batch = planning.plan(con, purpose, wanted.deciding_method, run_id=run.run_id)
            if batch is None:
                continue
            apply.rehearse(con, batch, run_id=run.run_id)
            verdict, reasons = gate.judge(con, run.settings, batch)
            batches.append(
                {
                    "batch_id": batch.batch_id,
                    "purpose": purpose,
                    "n_documents": batch.n_documents,
                    "n_clusters": batch.n_clusters,
                    "gate": verdict,
                    "reasons": reasons,
                }
            )
    return batches


@run_task(task_id="apply_automatic", **WRITER)
def apply_automatic(run: Run, batches: Batches) -> dict[str, int]:
    """Apply the batches that the gate let pass by itself."""
    return _apply(
        run, [b for b in batches if b["gate"] == "automatic"], actor="gate", reason="within policy and bounds"
    )


@run_task(task.short_circuit, task_id="needs_answer", ignore_downstream_trigger_rules=False)
def needs_answer(run: Run, batches: Batches) -> bool:
    """Go on to the question only when a batch waits for people."""
    return any(batch["gate"] == "approval" for batch in batches)


@run_task(task_id="apply_approved", **WRITER)
def apply_approved(run: Run, batches: Batches) -> dict[str, int]:
    """Apply what was approved and is unchanged, after a fresh rehearsal."""
    answer = get_current_context()["ti"].xcom_pull(task_ids="approve")
    actor, note = _who(answer), _note(answer)
    return _apply(run, [b for b in batches if b["gate"] == "approval"], actor=actor, reason=f"approved: {note}")


@run_task(task_id="record_answer", trigger_rule="none_failed", **WRITER)
def record_answer(run: Run, batches: Batches) -> None:
    """Store who answered what, and when."""
    from neartwin.warehouse import run as execute

    answer = get_current_context()["ti"].xcom_pull(task_ids="approve")
    if answer is None:
        return
    with run.writer() as con:
        for batch in batches:
            if batch["gate"] == "approval":
                execute(
                    con,
                    "merge/insert_approvals",
                    batch_id=batch["batch_id"],
                    is_approved=answer["chosen_options"] == ["Approve"],
                    actor=_who(answer),
                    note=_note(answer),
                    run_id=run.run_id,
                    answered_at=datetime.now(UTC).replace(tzinfo=None),
                )


@run_task(**WRITER)
def undo(run: Run) -> int:
    """Undo what the form asks for, in the name of the person who triggered the run."""
    from neartwin.merge import undo as undoing

    run.require_approver()
    params = run.params
    person = undoing.Person(run.actor, params["reason"] or "")
    with run.writer() as con:
        if params["batch_id"]:
            return undoing.undo_batch(con, run.settings, params["batch_id"], person)
        if not params["document_id"]:
            raise MergeError("name a batch or a document to undo")
        act = undoing.undo_cluster if params["whole_cluster"] else undoing.undo_document
        return act(con, run.settings, params["purpose"], params["document_id"], person)


def _apply(run: Run, batches: Batches, *, actor: str, reason: str) -> dict[str, int]:
    from neartwin.merge import apply

    with run.writer() as con:
        return {
            batch["batch_id"]: apply.apply_approved(
                con, run.settings, batch["batch_id"], actor=actor, reason=reason, run_id=run.run_id
            )
            for batch in batches
        }


def _who(answer: dict[str, Any]) -> str:
    user = answer.get("responded_by_user")
    return str(user["name"]) if user else "nobody (time ran out)"


def _note(answer: dict[str, Any]) -> str:
    return str(answer.get("params_input", {}).get("note") or "no note")
