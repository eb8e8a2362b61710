"""Commit written batches in one transaction: register shards, enter captures that are new, resolve revisits."""

import logging
from collections import defaultdict
from datetime import date
from typing import Any

import duckdb

from neartwin.settings import Settings
from neartwin.warehouse import run, transaction
from neartwin.warehouse.shards import Shard, register

log = logging.getLogger(__name__)


def commit_captures(
    con: duckdb.DuckDBPyConnection, settings: Settings, day: date, results: list[dict[str, Any]], run_id: str
) -> dict[str, int]:
    """Enter what `write_captures` returned; everything or nothing, and a second time nothing.

    Returns the counts captures (read), new, repeated, revisits (resolved now), problems, files (read now).
    """
    shards = [Shard(**shard) for result in results for shard in result["shards"]]
    paths = defaultdict(list)
    for shard in shards:
        paths[shard.table_name].append(str(settings.lake / shard.path))
    with transaction(con):
        register(con, settings, shards, run_id=run_id)
        n_new = _enter(con, settings, day, paths, run_id)
        n_revisits = _resolve_revisits(con, run_id)
        _enter_days(con, day, results, run_id)
    n_captures = sum(result["captures"] for result in results)
    counts = {
        "captures": n_captures,
        "new": n_new,
        "repeated": n_captures - n_new,
        "revisits": n_revisits,
        "problems": sum(result["problems"] for result in results),
        "files": sum(result["files"] for result in results),
    }
    log.info("committed %s for %s", counts, day)
    return counts


def _enter(
    con: duckdb.DuckDBPyConnection, settings: Settings, day: date, paths: dict[str, list[str]], run_id: str
) -> int:
    n_new = 0
    lake = f"{settings.lake}/"
    if captures := paths["captures"]:
        n_new = _count(run(con, "ingest/insert_captures", paths=captures, lake=lake, day=day, run_id=run_id))
        run(con, "ingest/insert_payload_digests", paths=captures)
    if files := paths["source_files"]:
        run(con, "ingest/undo_source_problems_of_files", paths=files, day=day)
        run(con, "ingest/insert_source_files", paths=files, captures=captures, lake=lake, day=day, run_id=run_id)
    if captures:
        run(con, "ingest/upsert_captures", paths=captures, day=day)
    if problems := paths["source_problems"]:
        run(con, "ingest/insert_source_problems", paths=problems, day=day, run_id=run_id)
    if revisits := paths["source_revisits"]:
        run(con, "ingest/insert_source_revisits", paths=revisits, run_id=run_id)
    return n_new


def _resolve_revisits(con: duckdb.DuckDBPyConnection, run_id: str) -> int:
    """Give every waiting revisit, of any day, the capture that it refers to, once that is stored."""
    run(con, "ingest/upsert_source_revisits")
    n_resolved = _count(run(con, "ingest/insert_captures_of_revisits", run_id=run_id))
    run(con, "ingest/upsert_captures_of_revisits")
    run(con, "ingest/undo_source_problems")
    run(con, "ingest/insert_source_problems_of_revisits", run_id=run_id)
    return n_resolved


def _enter_days(con: duckdb.DuckDBPyConnection, day: date, results: list[dict[str, Any]], run_id: str) -> None:
    """Keep the state of each source's day; a day that had run, and got files afterwards, is late."""
    for name, state, reason in {(result["source_name"], result["state"], result["reason"]) for result in results}:
        run(con, "ingest/upsert_source_days", day=day, source_name=name, state=state, reason=reason, run_id=run_id)


def _count(rows: list[tuple[Any, ...]]) -> int:
    return int(rows[0][0]) if rows else 0
