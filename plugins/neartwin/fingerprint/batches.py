"""Cut what is to be signed into batches: JSON-ready lists of rows of shards, small enough for one task."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

BATCH_ROWS = 20_000
BATCH_CHARACTERS = 60_000_000

Group = tuple[str, list[str], list[int], list[int]]


def batches(day: date, groups: Iterable[Group]) -> Iterator[dict[str, Any]]:
    """Cut (shard, lacking methods, rows, characters) groups into batches of one set of methods each."""
    by_methods: dict[tuple[str, ...], list[tuple[str, int, int]]] = {}
    for shard, method_ids, rows, characters in groups:
        by_methods.setdefault(tuple(method_ids), []).extend(
            (shard, row, n) for row, n in zip(rows, characters, strict=True)
        )
    for wanted, texts in by_methods.items():
        for chunk in _chunks(texts):
            yield {"day": day.isoformat(), "method_ids": list(wanted), "parts": _parts(chunk)}


def locators(batch: dict[str, Any]) -> list[tuple[str, int]]:
    """Return the (shard, row) of each text of a batch, in order."""
    return [(part["shard"], row) for part in batch["parts"] for span in part["rows"] for row in range(*span)]


def _chunks(texts: list[tuple[str, int, int]]) -> Iterator[list[tuple[str, int]]]:
    chunk: list[tuple[str, int]] = []
    n_characters = 0
    for shard, row, n in texts:
        if chunk and (len(chunk) == BATCH_ROWS or n_characters + n > BATCH_CHARACTERS):
            yield chunk
            chunk, n_characters = [], 0
        chunk.append((shard, row))
        n_characters += n
    if chunk:
        yield chunk


def _parts(chunk: list[tuple[str, int]]) -> list[dict[str, Any]]:
    """Write rows as ranges, last excluded: [{shard, rows: [[low, high], …]}, …]."""
    parts: list[dict[str, Any]] = []
    for shard, row in chunk:
        if not parts or parts[-1]["shard"] != shard:
            parts.append({"shard": shard, "rows": []})
        ranges = parts[-1]["rows"]
        if ranges and ranges[-1][1] == row:
            ranges[-1][1] = row + 1
        else:
            ranges.append([row, row + 1])
    return parts
