"""Decide each verified pair for one purpose: people first, then guards, then the policy that labels justify."""

import logging
from collections import Counter
from datetime import UTC, date, datetime

import duckdb

from neartwin.settings import Purpose, Settings
from neartwin.warehouse import run

log = logging.getLogger(__name__)


def decide(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, day: date | None, run_id: str
) -> dict[str, int]:
    """Write the verdict of every pair that may have changed; return counts of changed decisions by verdict.

    With a day: the pairs of that day's documents, and every pair without a decision. Without: all pairs, so that a
    newer policy, label, guard or constraint reaches last month's decisions too. A decision is rewritten only when it
    differs. Without a policy a pair is shown to a person at most: never merged.
    """
    wanted = settings.purposes[purpose]
    run(con, "decide/insert_open_pairs", purpose=purpose, method_id=wanted.deciding_method, day=day)
    run(
        con,
        "decide/insert_judged_pairs",
        purpose=purpose,
        method_id=wanted.deciding_method,
        review_at=wanted.review_at,
        review_containment_at=wanted.review_containment_at,
        review_aligned_at=wanted.review_aligned_at,
        run_id=run_id,
        decided_at=datetime.now(UTC).replace(tzinfo=None),
    )
    changed = Counter(verdict for (verdict,) in run(con, "decide/upsert_decisions"))
    counts = {verdict: changed[verdict] for verdict in ("merge", "review", "keep")}
    log.info("decided for %s: %s", purpose, counts)
    return counts
