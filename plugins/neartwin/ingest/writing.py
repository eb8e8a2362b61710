"""Read one batch of files into lake shards: captures with their bytes, revisits, files, problems."""

import hashlib
import itertools
import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pyarrow as pa

from neartwin.ingest import plan_file
from neartwin.ingest.rows import (
    CAPTURES,
    FILES,
    PROBLEMS,
    REVISITS,
    Origin,
    capture_batches,
    problem_row,
    revisit_row,
    table_of,
)
from neartwin.settings import Settings
from neartwin.sources import Capture, read_file
from neartwin.sources.days import midnight
from neartwin.sources.listing import Listed, source_file
from neartwin.sources.location import Location, Near, near, reopen
from neartwin.sources.problems import Problem, Problems
from neartwin.sources.reading import Reading
from neartwin.warehouse.shards import ROW_GROUP_ROWS, Shard, write_shard

log = logging.getLogger(__name__)

READERS_VERSION = 1  # a change in what readers make of the same bytes needs a new number: it names new shards
SHARD_BYTES = 512_000_000


@dataclass(slots=True)
class Notes:
    """What a batch says beside its captures."""

    files: list[dict[str, Any]] = field(default_factory=list)
    problems: list[dict[str, Any]] = field(default_factory=list)
    revisits: list[dict[str, Any]] = field(default_factory=list)


def write_captures(settings: Settings, day: date, batch: dict[str, Any], run_id: str) -> dict[str, Any]:
    """Write the shards of one batch of `plan` and return their descriptions, counts, and the state of the source's day.

    Shards are named after the content of the files read, so a repeated task replaces its own, and a changed file gets
    another. Memory stays bounded by the largest page, not by the files. Raises SourceError when a file changes while
    it is read.
    """
    listed = plan_file.read(settings, batch)
    location = reopen(batch["location"], batch["root"])
    origin, notes = Origin(day, batch["source_name"]), Notes()
    with ExitStack() as stack:
        files = _nearby(location, listed, settings.data / "spill" / "sources", stack, origin, notes)
        key = _key(settings, batch, [(item, file.sha256) for item, file in files], notes)
        captures = _captures(settings, batch, files, origin, notes)
        shards = list(_shards(settings, day, key, capture_batches(captures, origin)))
    for name, rows, schema in (
        ("source_files", notes.files, FILES),
        ("source_problems", notes.problems, PROBLEMS),
        ("source_revisits", notes.revisits, REVISITS),
    ):
        if rows:
            shards.append(write_shard(settings, name, day.isoformat(), key, _small_batches(rows, schema), schema))
    n_captures = sum(row["n_captures"] for row in notes.files)
    log.info("%s read %d captures from %d files of %s", run_id, n_captures, len(notes.files), origin.source_name)
    return {
        **{name: batch[name] for name in ("source_name", "state", "reason")},
        "captures": n_captures,
        "files": len(notes.files),
        "problems": sum(row["n_records"] for row in notes.problems if row["kind"] == "problem"),
        "shards": [shard.as_dict() for shard in shards],
    }


def _nearby(
    location: Location, listed: list[Listed], scratch: Path, stack: ExitStack, origin: Origin, notes: Notes
) -> list[tuple[Listed, Near]]:
    """Hash every file of the batch, remote ones beside a local copy; note those that cannot be opened."""
    files = []
    for item in listed:
        if item.form in ("problem", "skipped"):
            problem = Problem(source_file(item.path), item.offset, item.form, item.reason, item.n_records)  # type: ignore[arg-type]
            notes.problems.append(problem_row(problem, origin.source_name))
            continue
        try:
            files.append((item, stack.enter_context(near(location, item.path, scratch))))
        except OSError as error:
            reason = f"the file cannot be read: {error.strerror or type(error).__name__}"
            problem = Problem(source_file(item.path), 0, "problem", reason)
            notes.problems.append(problem_row(problem, origin.source_name))
    return files


def _key(settings: Settings, batch: dict[str, Any], files: list[tuple[Listed, str]], notes: Notes) -> str:
    origin = [READERS_VERSION, settings.ingest.model_dump(), batch["source_name"], batch["timezone"], notes.problems]
    described = [[item.as_dict(), sha256] for item, sha256 in files]
    return hashlib.sha256(json.dumps([origin, described], sort_keys=True).encode()).hexdigest()[:32]


def _captures(
    settings: Settings, batch: dict[str, Any], files: list[tuple[Listed, Near]], origin: Origin, notes: Notes
) -> Iterator[Capture]:
    fetched_at, zone = midnight(origin.day, batch["timezone"]), ZoneInfo(batch["timezone"])
    for item, file in files:
        problems = Problems(source_file(item.path))
        reading = Reading(problems.source_file, fetched_at, zone, settings.ingest, problems)
        n_captures = 0
        for capture in read_file(item, file, reading):
            if isinstance(capture, Capture):
                n_captures += 1
                yield capture
            else:
                notes.revisits.append(revisit_row(capture, origin))
        notes.problems += [problem_row(problem, origin.source_name) for problem in problems.rows()]
        notes.files.append(
            {
                "source_name": origin.source_name,
                "source_file": problems.source_file,
                "n_bytes": file.n_bytes,
                "sha256": file.sha256,
                "n_captures": n_captures,
                "n_problems": problems.n_problems,
                "n_skipped": problems.n_skipped,
            }
        )


def _shards(settings: Settings, day: date, key: str, batches: Iterator[pa.RecordBatch]) -> Iterator[Shard]:
    """Write as many shards as the captures need, each of about SHARD_BYTES."""
    for index in itertools.count():
        first = next(batches, None)
        if first is None:
            return
        part = itertools.chain([first], _up_to(SHARD_BYTES - first.nbytes, batches))
        yield write_shard(settings, "captures", day.isoformat(), f"{key}-{index:03d}", part, CAPTURES)


def _up_to(n_bytes: int, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    if n_bytes <= 0:
        return
    for batch in batches:
        yield batch
        n_bytes -= batch.nbytes
        if n_bytes <= 0:
            return


def _small_batches(rows: list[dict[str, Any]], schema: pa.Schema) -> Iterator[pa.RecordBatch]:
    for start in range(0, len(rows), ROW_GROUP_ROWS):
        yield table_of(rows[start : start + ROW_GROUP_ROWS], schema)
