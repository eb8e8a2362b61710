"""Answer for a waiting batch outside Airflow's own page: record who said what, and carry it out."""

from datetime import UTC, datetime

import duckdb

from neartwin.merge import apply, gate
from neartwin.merge.people import Person
from neartwin.merge.plan import batch_of
from neartwin.settings import Settings


def approve(con: duckdb.DuckDBPyConnection, settings: Settings, batch_id: str, person: Person) -> int:
    """Record an approval and apply what is unchanged of the batch; return the number of documents it moved.

    Raises MergeError for an unknown batch and for one that must not be applied; the answer is on record then.
    """
    batch = batch_of(con, batch_id)
    run_id = _record(con, batch.batch_id, person, is_approved=True)
    why = f"approved: {person.reason}"
    return apply.apply_approved(con, settings, batch.batch_id, actor=person.actor, reason=why, run_id=run_id)


def decline(con: duckdb.DuckDBPyConnection, batch_id: str, person: Person) -> None:
    """Record that a batch was declined: it is not asked again until something in it changes."""
    _record(con, batch_of(con, batch_id).batch_id, person, is_approved=False)


def _record(con: duckdb.DuckDBPyConnection, batch_id: str, person: Person, *, is_approved: bool) -> str:
    run_id = f"cli-{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
    gate.record_answer(con, batch_id, is_approved=is_approved, actor=person.actor, note=person.reason, run_id=run_id)
    return run_id
