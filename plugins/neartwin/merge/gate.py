"""The gate: a batch passes by itself only within stated bounds and on fresh quality; else people answer."""

from datetime import UTC, datetime
from typing import Literal

import duckdb

from neartwin.merge.plan import Batch
from neartwin.settings import Settings
from neartwin.warehouse import run

Verdict = Literal["automatic", "approval", "refused"]


def judge(con: duckdb.DuckDBPyConnection, settings: Settings, batch: Batch) -> tuple[Verdict, list[str]]:
    """Return (verdict, reasons in plain words) for a planned batch and store both with it.

    refused: a decision rests on a policy that is not active, or the rehearsal was not exact. approval: any bound is
    exceeded, an important site is touched, or quality is not fresh. automatic: no reason at all.
    """
    bounds = settings.gate
    refused = refusals(con, batch)
    doubts = [
        row[0]
        for row in run(
            con,
            "merge/select_gate_doubts",
            batch_id=batch.batch_id,
            max_documents=bounds.max_documents,
            max_cluster_documents=bounds.max_cluster_documents,
            max_site_share=bounds.max_site_share,
            important_sites=list(bounds.important_sites),
            promise=settings.recall.promise,
        )
    ]
    verdict: Verdict = "refused" if refused else "approval" if doubts else "automatic"
    reasons = refused or doubts
    run(con, "merge/upsert_gate", batch_id=batch.batch_id, gate=verdict, gate_reasons=reasons)
    return verdict, reasons


def refusals(con: duckdb.DuckDBPyConnection, batch: Batch) -> list[str]:
    """Return why a batch must not be applied whoever asks: no active policy behind it, or no exact rehearsal."""
    return [row[0] for row in run(con, "merge/select_gate_refusals", batch_id=batch.batch_id)]


def is_declined(con: duckdb.DuckDBPyConnection, batch: Batch) -> bool:
    """Whether people's newest answer for this very batch was no: it is not asked again until something in it moves."""
    answers = run(con, "merge/select_answer", batch_id=batch.batch_id)
    return bool(answers) and not answers[0][0]


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
        answered_at=datetime.now(UTC).replace(tzinfo=None),
    )
