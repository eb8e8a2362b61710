"""The gate: a batch passes by itself only within stated bounds and on fresh quality; else people answer."""

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
    refusals = [row[0] for row in run(con, "merge/select_gate_refusals", batch_id=batch.batch_id)]
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
    verdict: Verdict = "refused" if refusals else "approval" if doubts else "automatic"
    reasons = refusals or doubts
    run(con, "merge/upsert_gate", batch_id=batch.batch_id, gate=verdict, gate_reasons=reasons)
    return verdict, reasons
