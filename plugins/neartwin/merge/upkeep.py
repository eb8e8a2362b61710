"""Let go of what merging no longer needs: plans that were never applied and are old."""

from datetime import UTC, datetime, timedelta

import duckdb

from neartwin.settings import Settings
from neartwin.warehouse import run, transaction


def prune_plans(con: duckdb.DuckDBPyConnection, settings: Settings) -> int:
    """Remove batches older than `[store] keep_plans_days` that are not in the ledger; return how many."""
    before = datetime.now(UTC).replace(tzinfo=None) - timedelta(days=settings.store.keep_plans_days)

    with transaction(con):
        for name in ("merge/undo_old_rehearsals", "merge/undo_old_planned_merges"):
            run(con, name, before=before)
        return len(run(con, "merge/undo_old_merge_batches", before=before))
