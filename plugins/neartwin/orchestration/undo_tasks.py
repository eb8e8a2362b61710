"""The tasks of `undo_merge` and `release_quarantine`: what a person asks for in a form, in the person's name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from neartwin.errors import MergeError
from neartwin.orchestration.assets import CONSTRAINTS
from neartwin.orchestration.defaults import WRITER, run_task

if TYPE_CHECKING:
    from collections.abc import Callable

    from neartwin.orchestration.day_run import Run

ACTIONS = {
    "batch": "Undo a whole batch (give the batch)",
    "cluster": "Undo one cluster (give any document of it)",
    "document": "Free one document of its cluster (give the document)",
    "split": "Split documents off their cluster (give them all; the first stands for the others)",
    "representative": "Let another document stand for its cluster (give that document)",
    "separate": "Separate one URL from an exact duplicate (give the URL, and the document it carries)",
    "join": "Take a separation back (give the URL, and the document it was separated from)",
    "lift": "Lift the constraint between two documents (give both), so that they may be merged again",
}


@run_task(outlets=[CONSTRAINTS], retries=0, **WRITER)
def undo(run: Run) -> int:
    """Carry out what the form asks for; return the number of documents (or captures) that changed."""
    from neartwin.merge.people import Person

    run.require_approver()
    person = Person(run.actor, run.params["reason"] or "")
    with run.writer() as (con, _):
        return _act(con, run, person)


def _act(con: Any, run: Run, person: Any) -> int:  # noqa: ANN401 (imported when the task runs)
    from neartwin.merge import separate
    from neartwin.merge import undo as undoing

    params, settings, purpose = run.params, run.settings, run.params["purpose"]
    documents = [name.strip() for name in params["documents"] or [] if name.strip()]
    first, url = (documents or [""])[0], (params["url"] or "").strip()
    acts: dict[str, Callable[[], int | None]] = {
        "batch": lambda: undoing.undo_batch(con, settings, (params["batch_id"] or "").strip(), person),
        "cluster": lambda: undoing.undo_cluster(con, settings, purpose, first, person),
        "document": lambda: undoing.undo_document(con, settings, purpose, first, person),
        "split": lambda: undoing.split_cluster(con, settings, purpose, documents, person),
        "representative": lambda: undoing.change_representative(con, settings, purpose, first, person),
        "separate": lambda: separate.separate_url(con, settings, first, url, person),
        "join": lambda: separate.join_url(con, settings, first, url, person),
        "lift": lambda: undoing.lift_constraint(con, settings, purpose, (first, documents[-1]), person),
    }
    action = params["action"]
    if action != "batch" and not documents:
        raise MergeError(f"{ACTIONS[action]}: no document is named")
    return acts[action]() or 0


@run_task(retries=0, **WRITER)
def check_again(run: Run) -> dict[str, Any]:
    """Check the day's captures and documents again, after a fix; what passes now is not released by that alone."""
    from neartwin import checks
    from neartwin.settings import parse_day

    run.require_approver()
    day = parse_day(run.params["day"] or "")
    with run.writer() as (con, settings):
        gates = [look(con, settings, day, run.run_id) for look in (checks.check_captures, checks.check_documents)]
    return {gate.stage: gate.as_dict() for gate in gates}


@run_task(retries=0, **WRITER)
def answer(run: Run) -> bool:
    """Release or reject the day or site in the name of the person; False when that was so already."""
    from neartwin import checks
    from neartwin.settings import parse_day

    run.require_approver()
    params = run.params
    day, site, reason = parse_day(params["day"] or ""), (params["site"] or "").strip(), params["reason"] or ""
    with run.writer() as (con, settings):
        return checks.settle_by_person(con, settings, params["answer"], day, site, actor=run.actor, reason=reason)
