"""The gate: a batch passes by itself only within stated bounds and on fresh quality; else people answer."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal

import duckdb

from neartwin.errors import BatchDeclinedError
from neartwin.merge.plan import Batch, Kind, lay_out, lay_out_changes, store
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import run

Verdict = Literal["automatic", "approval", "refused"]


def plan(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, method_id: str, *, run_id: str
) -> list[Batch]:
    """Store what may be merged now, and which better representatives there are, as batches; return them.

    Clusters of which the gate has doubts make a batch of their own, so that a question that waits for people never
    holds up what passes by itself. Changes of representative are batches too, gated in the same way.
    """
    lay_out(con, purpose, method_id)
    batches = _stored_parts(con, settings, purpose, method_id, run_id, "merge")
    lay_out_changes(con, purpose, method_id, batches)
    batches += _stored_parts(con, settings, purpose, method_id, run_id, "change_representative")
    run(con, "merge/upsert_current_batches", purpose=purpose, batch_ids=[batch.batch_id for batch in batches])
    return batches


def judge(con: duckdb.DuckDBPyConnection, settings: Settings, batch: Batch) -> tuple[Verdict, list[str]]:
    """Return (verdict, reasons in plain words) for a planned batch and store both with it.

    refused: a decision rests on a policy that is not active or a verdict that was withdrawn, or the rehearsal was not
    exact. approval: a pair rests on people's verdicts alone, any bound is exceeded, an important site is touched, or
    quality is not fresh. automatic: no reason at all.
    """
    refused = refusals(con, batch)
    run(con, "merge/insert_batch_members", batch_id=batch.batch_id)
    doubts = _doubts(con, settings, batch.method_id)
    verdict: Verdict = "refused" if refused else "approval" if doubts else "automatic"
    reasons = refused or doubts
    run(con, "merge/upsert_gate", batch_id=batch.batch_id, gate=verdict, gate_reasons=reasons)
    return verdict, reasons


def refusals(con: duckdb.DuckDBPyConnection, batch: Batch) -> list[str]:
    """Return why a batch must not be applied whoever asks: no active policy behind it, or no exact rehearsal."""
    return [row[0] for row in run(con, "merge/select_gate_refusals", batch_id=batch.batch_id)]


def is_declined(con: duckdb.DuckDBPyConnection, batch_id: str) -> bool:
    """Whether people's newest answer for this very batch was no: it is not asked again until something in it moves."""
    answers = run(con, "merge/select_answer", batch_id=batch_id)
    return bool(answers) and not answers[0][0]


def require_not_declined(con: duckdb.DuckDBPyConnection, batch_id: str) -> None:
    """Raise BatchDeclinedError, which says by whom and when, where people's newest answer for a batch was no."""
    if is_declined(con, batch_id):
        _, actor, note, answered_at = run(con, "merge/select_answer", batch_id=batch_id)[0]
        raise BatchDeclinedError(batch_id, actor, answered_at, note)


def ask(con: duckdb.DuckDBPyConnection, batch_ids: Sequence[str]) -> None:
    """Keep that people are asked about batches from now on."""
    run(con, "merge/upsert_asked_batches", batch_ids=list(batch_ids), asked_at=_now())


def is_asked(con: duckdb.DuckDBPyConnection, settings: Settings, batch: Batch) -> bool:
    """Whether an earlier run's question about this very batch is still open: it is not put a second time."""
    asked_after = _now() - timedelta(hours=settings.gate.answer_hours)
    return bool(run(con, "merge/select_open_question", batch_id=batch.batch_id, asked_after=asked_after))


def record_answer(
    con: duckdb.DuckDBPyConnection, batch_id: str, *, is_approved: bool, actor: str, note: str, run_id: str
) -> None:
    """Keep who answered for a batch, and when; the same run's answer is kept once."""
    run(
        con,
        "merge/insert_approvals",
        batch_id=batch_id,
        is_approved=is_approved,
        actor=actor,
        note=note,
        run_id=run_id,
        answered_at=_now(),
    )


def _stored_parts(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, method_id: str, run_id: str, kind: Kind
) -> list[Batch]:
    """Store what is laid out as two batches: what passes by itself, and what people must answer for."""
    _doubts(con, settings, method_id)
    run(con, "merge/upsert_doubtful_members")
    parts = [
        store(con, purpose, method_id, run_id=run_id, kind=kind, is_doubtful=is_doubtful)
        for is_doubtful in (False, True)
    ]
    return [batch for batch in parts if batch is not None]


def _doubts(con: duckdb.DuckDBPyConnection, settings: Settings, method_id: str) -> list[str]:
    """Fill `gate_doubts` for what `planned_members` holds, and return them in plain words."""
    bounds, promise = settings.gate, settings.recall.promise
    shares = {"max_site_share": bounds.max_site_share, "promise": promise}
    limits = {"max_documents": bounds.max_documents, "max_cluster_documents": bounds.max_cluster_documents} | shares
    important_sites = list(bounds.important_sites)
    run(con, "merge/insert_gate_doubts", method_id=method_id, important_sites=important_sites, **limits)
    return [row[0] for row in run(con, "merge/select_gate_doubts", **limits)]


def _now() -> datetime:
    return datetime.now(UTC).replace(tzinfo=None)
