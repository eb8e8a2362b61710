"""Carry out a planned batch in one transaction, exactly once; and rehearse it with its way back before."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

import duckdb

from neartwin.errors import LedgerError, MergeError
from neartwin.merge import gate
from neartwin.merge.plan import Batch, batch_of, moved_clusters, narrow
from neartwin.settings import Settings
from neartwin.warehouse import ledger, run, transaction

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What a rehearsal found: whether undoing restored the exact state, and what was wrong if not."""

    is_exact: bool
    state_before: str
    state_after: str
    reason: str


def rehearse(con: duckdb.DuckDBPyConnection, batch: Batch, *, run_id: str) -> Rehearsal:
    """Apply a batch, check invariants, undo it, compare checksums, roll all of it back; store and return the result."""
    before = state_checksum(con, batch.purpose)
    reason, after = "", before
    with _rolled_back(con):
        try:
            stage_batch(con, batch, actor="rehearsal", reason="rehearsal")
            ledger.append_staged(con)
            reason = "; ".join(invariant_faults(con, batch.purpose))
            stage_undo(con, batch, actor="rehearsal", reason="rehearsal")
            ledger.append_staged(con)
        except LedgerError as error:
            reason = str(error)
        after = state_checksum(con, batch.purpose)
    if before != after:
        reason = "; ".join(filter(None, [reason, "undoing did not restore the state before"]))
    result = Rehearsal(not reason, before, after, reason)
    run(
        con,
        "merge/insert_rehearsals",
        batch_id=batch.batch_id,
        is_exact=result.is_exact,
        state_before=before,
        state_after=after,
        reason=reason,
        run_id=run_id,
        rehearsed_at=_now(),
    )
    return result


def apply(con: duckdb.DuckDBPyConnection, settings: Settings, batch_id: str, *, actor: str, reason: str) -> int:
    """Write a batch into the ledger and return the number of documents that another now stands for.

    A batch that is already in the ledger adds nothing. Raises MergeError for an unknown batch, one that was undone,
    or one whose footprint moved since it was planned: the message names the clusters to plan again.
    """
    batch = batch_of(con, batch_id)
    if _is_applied(con, batch):
        ledger.export_tip(con, settings)  # a kill between the commit and the export is made good here
        return 0
    if moved := moved_clusters(con, batch):
        raise MergeError(f"batch {batch_id[:12]}: {len(moved)} clusters changed since it was planned: plan them again")
    with transaction(con):
        stage_batch(con, batch, actor=actor, reason=reason)
        ledger.append_staged(con)
        if faults := invariant_faults(con, batch.purpose):
            raise MergeError(f"batch {batch_id[:12]} would break an invariant: {'; '.join(faults)}")
    ledger.export_tip(con, settings)
    log.info("applied batch %s: %d documents in %d clusters", batch_id[:12], batch.n_documents, batch.n_clusters)
    return batch.n_documents


def apply_approved(
    con: duckdb.DuckDBPyConnection, settings: Settings, batch_id: str, *, actor: str, reason: str, run_id: str
) -> int:
    """Apply what is unchanged of an approved batch after a fresh rehearsal; return the number of merged documents.

    Clusters that moved since the question was put are left out, to be planned and asked again. Raises MergeError when
    the rehearsal is not exact or a policy that the batch rests on is not active any more.
    """
    batch = _unchanged(con, batch_id, run_id)
    if batch is None:
        return 0
    if not _is_applied(con, batch):
        rehearse(con, batch, run_id=run_id)
        if refused := gate.refusals(con, batch):
            raise MergeError(f"batch {batch.batch_id[:12]} was not applied: {'; '.join(refused)}")
    if batch.batch_id != batch_id:
        reason = f"{reason} (part of {batch_id[:12]}: its changed clusters are left out)"
    return apply(con, settings, batch.batch_id, actor=actor, reason=reason)


def apply_automatic(con: duckdb.DuckDBPyConnection, settings: Settings, batch_id: str, *, run_id: str) -> int:
    """Apply what is unchanged of a batch if the gate, asked again now, still lets it pass by itself; else nothing."""
    batch = _unchanged(con, batch_id, run_id)
    if batch is None:
        return 0
    if not _is_applied(con, batch):
        if batch.batch_id != batch_id:
            rehearse(con, batch, run_id=run_id)
        if gate.judge(con, settings, batch)[0] != "automatic":
            return 0
    return apply(con, settings, batch.batch_id, actor="gate", reason="within policy and bounds")


def stage_batch(con: duckdb.DuckDBPyConnection, batch: Batch, *, actor: str, reason: str) -> None:
    """Stage one merge entry a cluster of a batch for the ledger."""
    run(con, "merge/insert_new_entries_of_batch", batch_id=batch.batch_id, actor=actor, reason=reason)
    run(con, "merge/insert_new_effects_of_batch", batch_id=batch.batch_id)


def stage_undo(con: duckdb.DuckDBPyConnection, batch: Batch, *, actor: str, reason: str) -> None:
    """Stage the entries that undo what is live of a batch, newest first."""
    run(con, "merge/insert_new_entries_of_undo", batch_id=batch.batch_id, actor=actor, reason=reason)
    run(con, "merge/insert_new_effects_of_undo")


def invariant_faults(con: duckdb.DuckDBPyConnection, purpose: str) -> list[str]:
    """Return what the action just appended breaks, in plain words: no survivor, a forbidden pair brought together."""
    return [row[0] for row in run(con, "merge/select_invariant_faults", purpose=purpose)]


def state_checksum(con: duckdb.DuckDBPyConnection, purpose: str) -> str:
    """Return a checksum of which document stands for which, for one purpose."""
    return str(run(con, "merge/select_state_checksum", purpose=purpose)[0][0])


def _is_applied(con: duckdb.DuckDBPyConnection, batch: Batch) -> bool:
    return bool(run(con, "merge/select_live_entries", batch_id=batch.batch_id))


def _unchanged(con: duckdb.DuckDBPyConnection, batch_id: str, run_id: str) -> Batch | None:
    """Return the batch itself, the batch of its clusters that did not move, or None when all of them moved."""
    batch = batch_of(con, batch_id)
    moved = [] if _is_applied(con, batch) else moved_clusters(con, batch)
    return narrow(con, batch, run_id=run_id) if moved else batch


@contextmanager
def _rolled_back(con: duckdb.DuckDBPyConnection) -> Iterator[None]:
    con.begin()
    try:
        yield
    finally:
        con.rollback()


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
