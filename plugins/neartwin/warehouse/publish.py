"""Publish the review copy: what pages and reports read while a writer holds the warehouse."""

import os
from pathlib import Path

import duckdb

from neartwin.settings import Settings

KEEP = 3
TABLES = (
    "captures",
    "documents",
    "methods",
    "extractors",
    "comparisons",
    "merge_rechecks",
    "candidate_pairs",
    "verified_pairs",
    "pair_guards",
    "version_links",
    "decisions",
    "proposed_clusters",
    "labels",
    "constraints",
    "policies",
    "check_results",
    "quarantines",
    "answers",
    "drift_metrics",
    "recall_measurements",
    "hot_buckets",
    "source_days",
    "source_files",
    "source_problems",
    "merge_batches",
    "rehearsals",
    "approvals",
    "merged_documents",
    "ledger_entries",
    "ledger_effects",
    "calibrations",
    "calibration_labels",
    "runs",
    "shards",
)


def publish(con: duckdb.DuckDBPyConnection, settings: Settings) -> Path:
    """Write `review/<n>.duckdb` without bands and texts, swap the pointer file `review/current`, keep KEEP copies.

    Readers open the file that the pointer names; a reader of an older copy keeps it. Returns the new copy's path.
    """
    folder = settings.data / "review"
    folder.mkdir(parents=True, exist_ok=True)
    number = max((int(path.stem) for path in folder.glob("*.duckdb") if path.stem.isdigit()), default=0) + 1
    target = folder / f"{number}.duckdb"
    temporary = folder / f".{number}.{os.getpid()}.part"
    temporary.unlink(missing_ok=True)
    con.execute(f"attach '{_quoted(temporary)}' as review")
    try:
        for table in TABLES:
            con.execute(f"create table review.{table} as from {table}")
    finally:
        con.execute("detach review")
    os.replace(temporary, target)
    pointer = folder / "current"
    swapped = folder / ".current.part"
    swapped.write_text(target.name)
    os.replace(swapped, pointer)
    _prune(folder)
    return target


def current(settings: Settings) -> Path | None:
    """Return the newest published copy, or None before the first."""
    pointer = settings.data / "review" / "current"
    return pointer.parent / pointer.read_text().strip() if pointer.is_file() else None


def _prune(folder: Path) -> None:
    numbered = sorted((path for path in folder.glob("*.duckdb") if path.stem.isdigit()), key=lambda p: int(p.stem))
    for path in [*numbered[:-KEEP], *folder.glob(".*.part")]:
        path.unlink(missing_ok=True)


def _quoted(path: Path) -> str:
    return str(path).replace("'", "''")
