"""Batches of captures as they travel to a worker task: locators only, bounded in bytes and number."""

import hashlib
import json
from collections.abc import Iterator
from datetime import date
from itertools import groupby
from typing import Any

from neartwin.extract.identity import extraction_key, status_class
from neartwin.extract.page import Request
from neartwin.settings import Settings
from neartwin.warehouse.shards import read_rows

BATCH_BYTES = 64_000_000
BATCH_CAPTURES = 20_000
COLUMNS = ("source_sha256", "url", "content_type", "charset", "http_status", "n_bytes", "body")

Batch = dict[str, Any]
Located = tuple[str, int, int]
"""Shard, row in it, bytes of the body."""


def cut(day: date, extractor_id: str, found: list[Located]) -> list[Batch]:
    """Cut a day's captures, ordered by shard and row, into batches named after what they hold."""
    return [_batch(day, extractor_id, part) for part in _parts(found)]


def _parts(found: list[Located]) -> Iterator[list[Located]]:
    """Cut rows of (shard, row, bytes) into parts of bounded bytes and number."""
    part: list[Located] = []
    n_bytes = 0
    for row in found:
        if part and (n_bytes + row[2] > BATCH_BYTES or len(part) >= BATCH_CAPTURES):
            yield part
            part, n_bytes = [], 0
        part.append(row)
        n_bytes += row[2]
    if part:
        yield part


def _batch(day: date, extractor_id: str, part: list[Located]) -> Batch:
    shards = [
        {"path": path, "rows": _ranges([row for _, row, _ in rows])} for path, rows in groupby(part, lambda row: row[0])
    ]
    name = hashlib.sha256(json.dumps([extractor_id, shards]).encode()).hexdigest()[:16]
    return {"day": day.isoformat(), "name": name, "shards": shards, "n_captures": len(part)}


def _ranges(rows: list[int]) -> list[list[int]]:
    """Write ascending row numbers as [first, last] pairs."""
    ranges: list[list[int]] = []
    for row in rows:
        if ranges and ranges[-1][1] == row - 1:
            ranges[-1][1] = row
        else:
            ranges.append([row, row])
    return ranges


def requests(settings: Settings, batch: Batch, extractor_id: str) -> Iterator[Request]:
    """Read the captures of a batch, shard by shard."""
    locators = [
        (shard["path"], row)
        for shard in batch["shards"]
        for first, last in shard["rows"]
        for row in range(first, last + 1)
    ]
    for _, table in read_rows(settings, locators, COLUMNS):
        for row in table.to_batches(max_chunksize=100):
            for capture in row.to_pylist():
                yield _request(capture, extractor_id)


def _request(capture: dict[str, Any], extractor_id: str) -> Request:
    key = extraction_key(
        capture["source_sha256"],
        capture["url"],
        capture["content_type"],
        capture["charset"],
        capture["http_status"],
        extractor_id,
    )
    return Request(
        extraction_key=key,
        body=capture["body"],
        url=capture["url"],
        content_type=capture["content_type"],
        charset=capture["charset"],
        status=status_class(capture["http_status"]),
        n_bytes=capture["n_bytes"],
    )
