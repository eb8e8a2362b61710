"""Let go of what a retired method has left in bulk; its decisions, policies, labels and verified pairs stay."""

import logging
from datetime import UTC, datetime, timedelta

import duckdb

from neartwin.settings import Settings
from neartwin.warehouse import run, transaction

log = logging.getLogger(__name__)

BULK = (
    "candidate_pairs",
    "indexed_documents",
    "hot_buckets",
    "fingerprint_bands",
    "fingerprints",
    "page_fingerprints",
)


def prune_retired(con: duckdb.DuckDBPyConnection, settings: Settings) -> list[str]:
    """Drop fingerprints, index keys and candidate pairs of methods retired `[store] keep_retired_days` ago.

    One transaction a method; return their ids. Lake shards stay: they can be registered again.
    """
    before = datetime.now(UTC).replace(tzinfo=None) - timedelta(days=settings.store.keep_retired_days)
    dropped = [method_id for (method_id,) in run(con, "upgrade/select_retired_methods", before=before)]
    for method_id in dropped:
        with transaction(con):
            for table in BULK:
                run(con, f"upgrade/undo_{table}", method_id=method_id)
        log.info("dropped the fingerprints of %s, which is retired", method_id)
    return dropped
