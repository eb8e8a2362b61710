"""Plan a day's ingest: list every source, leave out files that were read before, group the rest into batches."""

import logging
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import duckdb

from neartwin.errors import SourceError
from neartwin.ingest import plan_file
from neartwin.settings import Settings
from neartwin.sources.days import DayState, day_state, resolve
from neartwin.sources.listing import Listed, list_source, source_file
from neartwin.sources.location import Location, locate, near
from neartwin.warehouse import reader, run

log = logging.getLogger(__name__)

MAX_BATCH_FILES = 5_000

Known = dict[tuple[str, str], set[tuple[int, str]]]
"""(source, file) → {(bytes, SHA-256)} of every version that the day has read."""


@dataclass(frozen=True, slots=True)
class DaySource:
    """One source of one day: where it lies, and how complete its day is."""

    name: str
    given: str
    timezone: str
    state: DayState
    is_explicit: bool


def require_source(settings: Settings, source: str | None) -> None:
    """Raise SourceError when a run of `source` could not even be planned: it is not there, or none is configured.

    Cheap: nothing is listed or read. The sources of the settings may well be missing on one day: that is no fault.
    """
    if source is not None:
        locate(source)
    elif not settings.sources:
        raise SourceError("no source: add [sources.NAME] with a path to neartwin.toml, or give --source PATH")


def plan(
    settings: Settings,
    day: date,
    source: str | None,
    *,
    con: duckdb.DuckDBPyConnection | None = None,
    now: datetime | None = None,
) -> list[dict[str, Any]]:
    """Return the batches of a day: of `source` (a path or URL), or of every `[sources.*]`.

    Files that the day has read with the same size and SHA-256 are left out (`con`, or the warehouse opened for
    reading, knows them). Each source has at least one batch, which carries the state of its day. Raises SourceError
    when `source` is missing, empty or of no known form, or when no source is configured.
    """
    known = _known(settings, day, con)
    batches = []
    for day_source in _sources(settings, day, source, now or datetime.now(UTC)):
        batches += _source_batches(settings, day, day_source, known)
    log.info("planned %d batches, %d files for %s", len(batches), sum(batch["n_files"] for batch in batches), day)
    return batches


def _sources(settings: Settings, day: date, source: str | None, now: datetime) -> Iterator[DaySource]:
    require_source(settings, source)
    if source is not None:
        state = DayState("complete", "given by hand", True)
        yield DaySource(locate(source).name, source, "UTC", state, True)
        return
    for name, configured in settings.sources.items():
        path = resolve(configured.path, day)
        yield DaySource(name, path, configured.timezone, day_state(configured, day, now), False)


def _source_batches(settings: Settings, day: date, source: DaySource, known: Known) -> list[dict[str, Any]]:
    state, location, listed = source.state, None, list[Listed]()
    if state.state != "missing":
        try:
            location = locate(source.given)
            listed = list(list_source(location, settings.ingest))
        except SourceError as error:
            if source.is_explicit:
                raise
            state = DayState("missing", str(error), True)
    if location is not None:
        listed = list(_unread(settings, source.name, location, listed, known))
    head = {
        "source_name": source.name,
        "location": source.given,
        "root": location.root if location else "",
        "timezone": source.timezone,
        "state": state.state,
        "reason": state.reason,
        "plan": plan_file.write(settings, day, listed),
    }
    return [{**head, **bounds} for bounds in _groups(listed, settings.ingest.batch_bytes)]


def _groups(listed: list[Listed], batch_bytes: int) -> Iterator[dict[str, int]]:
    """Cut the plan into runs of about `batch_bytes`; a larger file stands alone. There is always one, maybe empty."""
    first = n_bytes = 0
    for index, item in enumerate(listed):
        is_full = n_bytes + item.n_bytes > batch_bytes or index - first >= MAX_BATCH_FILES
        if is_full and index > first:
            yield _bounds(listed, first, index)
            first, n_bytes = index, 0
        n_bytes += item.n_bytes
    yield _bounds(listed, first, len(listed))


def _bounds(listed: list[Listed], first: int, last: int) -> dict[str, int]:
    part = [item for item in listed[first:last] if not item.reason]
    return {"first": first, "last": last, "n_files": len(part), "n_bytes": sum(item.n_bytes for item in part)}


def _unread(settings: Settings, name: str, location: Location, listed: list[Listed], known: Known) -> Iterator[Listed]:
    """Leave out files of known size and SHA-256; pages of a changed manifest are read again with it."""
    changed = set()
    for item in listed:
        if item.reason or item.manifest in changed:
            yield item
        elif not _is_known(location, item, known.get((name, source_file(item.path)), set()), settings.data / "spill"):
            changed.add(item.path)
            yield item


def _is_known(location: Location, item: Listed, versions: set[tuple[int, str]], scratch: Path) -> bool:
    if not any(item.n_bytes == n_bytes for n_bytes, _ in versions):
        return False
    try:
        with near(location, item.path, scratch) as file:
            return (file.n_bytes, file.sha256) in versions
    except OSError:
        return False


def _known(settings: Settings, day: date, con: duckdb.DuckDBPyConnection | None) -> Known:
    if con is None and not settings.warehouse.exists():
        return {}
    known: Known = {}
    with nullcontext(con) if con is not None else reader(settings) as opened:
        for name, path, n_bytes, sha256 in run(opened, "ingest/select_source_files", day=day):
            known.setdefault((name, path), set()).add((n_bytes, sha256))
    return known
