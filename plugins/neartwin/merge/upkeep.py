"""Let go of what merging no longer needs: plans that were never applied and are old."""

from datetime import UTC, datetime, timedelta

import duckdb

from neartwin.merge.people import in_transaction
from neartwin.settings import Settings
from neartwin.warehouse import run


def prune_plans(con: duckdb.DuckDBPyConnection, settings: Settings) -> int:
    """Remove batches older than `[store] keep_plans_days` that are not in the ledger; return how many."""
    before = datetime.now(UTC).replace(tzinfo=None) - timedelta(days=settings.store.keep_plans_days)
    removed: list[int] = []

    def write() -> None:
        for name in ("merge/undo_old_rehearsals", "merge/undo_old_planned_merges"):
            run(con, name, before=before)
        removed.append(len(run(con, "merge/undo_old_merge_batches", before=before)))

    in_transaction(con, write)
    return removed[0]
