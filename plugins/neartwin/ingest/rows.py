"""The shards that ingest writes: their columns, and how captures become record batches of bounded size."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

import pyarrow as pa

from neartwin.sources import Capture, Revisit, capture_id, site_of
from neartwin.sources.problems import Problem
from neartwin.warehouse.shards import ROW_GROUP_ROWS

BATCH_BYTES = 16_000_000

CAPTURES = pa.schema(
    [
        ("capture_id", pa.string()),
        ("day", pa.date32()),
        ("site", pa.string()),
        ("url", pa.string()),
        ("final_url", pa.string()),
        ("variant", pa.string()),
        ("http_status", pa.int16()),
        ("fetched_at", pa.timestamp("us")),
        ("content_type", pa.string()),
        ("charset", pa.string()),
        ("source_sha256", pa.string()),
        ("n_bytes", pa.int64()),
        ("source_name", pa.string()),
        ("source_file", pa.string()),
        ("source_offset", pa.int64()),
        ("source_id", pa.string()),
        ("payload_digest", pa.string()),
        ("body", pa.binary()),
    ]
)
REVISITS = pa.schema(
    [
        ("day", pa.date32()),
        ("source_name", pa.string()),
        ("source_file", pa.string()),
        ("source_offset", pa.int64()),
        ("site", pa.string()),
        ("url", pa.string()),
        ("variant", pa.string()),
        ("http_status", pa.int16()),
        ("fetched_at", pa.timestamp("us")),
        ("content_type", pa.string()),
        ("charset", pa.string()),
        ("source_id", pa.string()),
        ("payload_digest", pa.string()),
        ("refers_to_id", pa.string()),
        ("refers_to_url", pa.string()),
        ("refers_to_at", pa.timestamp("us")),
    ]
)
FILES = pa.schema(
    [
        ("source_name", pa.string()),
        ("source_file", pa.string()),
        ("n_bytes", pa.int64()),
        ("sha256", pa.string()),
        ("n_captures", pa.int64()),
        ("n_problems", pa.int64()),
        ("n_skipped", pa.int64()),
    ]
)
PROBLEMS = pa.schema(
    [
        ("source_name", pa.string()),
        ("source_file", pa.string()),
        ("source_offset", pa.int64()),
        ("kind", pa.string()),
        ("reason", pa.string()),
        ("n_records", pa.int64()),
    ]
)


@dataclass(frozen=True, slots=True)
class Origin:
    """What all rows of a batch share."""

    day: date
    source_name: str


def capture_batches(captures: Iterable[Capture], origin: Origin) -> Iterator[pa.RecordBatch]:
    """Gather captures into record batches of at most ROW_GROUP_ROWS rows and about BATCH_BYTES bytes."""
    rows: list[dict[str, Any]] = []
    n_bytes = 0
    for capture in captures:
        rows.append(_capture_row(capture, origin))
        n_bytes += len(capture.body)
        if len(rows) == ROW_GROUP_ROWS or n_bytes >= BATCH_BYTES:
            yield table_of(rows, CAPTURES)
            rows, n_bytes = [], 0
    if rows:
        yield table_of(rows, CAPTURES)


def table_of(rows: list[dict[str, Any]], schema: pa.Schema) -> pa.RecordBatch:
    """Return rows as one record batch."""
    return pa.RecordBatch.from_arrays(
        [pa.array([row[field.name] for row in rows], field.type) for field in schema], schema=schema
    )


def _capture_row(capture: Capture, origin: Origin) -> dict[str, Any]:
    source_sha256 = hashlib.sha256(capture.body).hexdigest()
    return {
        **{name: getattr(capture, name) for name in capture.__slots__},
        "capture_id": capture_id(origin.day, capture, source_sha256),
        "day": origin.day,
        "site": site_of(capture.url),
        "source_sha256": source_sha256,
        "n_bytes": len(capture.body),
        "source_name": origin.source_name,
    }


def revisit_row(revisit: Revisit, origin: Origin) -> dict[str, Any]:
    """Return the row of a revisit."""
    return {
        **{name: getattr(revisit, name) for name in revisit.__slots__},
        "day": origin.day,
        "site": site_of(revisit.url),
        "source_name": origin.source_name,
    }


def problem_row(problem: Problem, source_name: str) -> dict[str, Any]:
    """Return the row of a problem or of skipped records."""
    return {**{name: getattr(problem, name) for name in problem.__slots__}, "source_name": source_name}
