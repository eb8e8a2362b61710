"""Answer for a waiting batch outside Airflow's own page: record who said what, and carry it out."""

import duckdb

from neartwin.errors import MergeError
from neartwin.merge import apply, gate
from neartwin.merge.people import Person
from neartwin.merge.plan import batch_of
from neartwin.settings import Settings
from neartwin.warehouse import run
from neartwin.warehouse.runs import command_run_id


def approve(
    con: duckdb.DuckDBPyConnection, settings: Settings, batch_id: str, person: Person, *, is_again: bool = False
) -> int:
    """Record an approval and apply what is unchanged of the batch; return the number of documents it moved.

    A batch that is in force already moves none. Raises BatchDeclinedError for one that a person has declined, unless
    `is_again` says that this is known; MergeError for an unknown batch, for one that must not be applied, and when all
    of it changed since it was planned: the answer is on record then.
    """
    batch = batch_of(con, batch_id)
    if not is_again:
        gate.require_not_declined(con, batch.batch_id)
    run_id = _record(con, batch.batch_id, person, is_approved=True)
    why = f"approved: {person.reason}"
    n = apply.apply_approved(con, settings, batch.batch_id, actor=person.actor, reason=why, run_id=run_id)
    if not n and not _is_in_force(con, batch.batch_id):
        raise MergeError(
            f"nothing of batch {batch.batch_id[:12]} was applied: it was undone, or all of it changed since it was "
            "planned; `neartwin merges` lists what waits now"
        )
    return n


def decline(con: duckdb.DuckDBPyConnection, batch_id: str, person: Person) -> None:
    """Record that a batch was declined: it is not asked again until something in it changes.

    Raises MergeError for a batch that is in force: declining would take nothing back.
    """
    batch = batch_of(con, batch_id)
    if _is_in_force(con, batch.batch_id):
        raise MergeError(
            f"batch {batch.batch_id[:12]} is in force: `neartwin undo batch {batch.batch_id[:12]}` takes it back"
        )
    _record(con, batch.batch_id, person, is_approved=False)


def _is_in_force(con: duckdb.DuckDBPyConnection, batch_id: str) -> bool:
    return bool(run(con, "merge/select_live_entries", batch_id=batch_id))


def _record(con: duckdb.DuckDBPyConnection, batch_id: str, person: Person, *, is_approved: bool) -> str:
    run_id = command_run_id()
    gate.record_answer(con, batch_id, is_approved=is_approved, actor=person.actor, note=person.reason, run_id=run_id)
    return run_id
