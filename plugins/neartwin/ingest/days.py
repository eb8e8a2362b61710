"""Which days can run, which must run again because files came late, and which hold captures not yet extracted."""

from datetime import date, datetime, timedelta

import duckdb

from neartwin.errors import SourceError
from neartwin.settings import Settings
from neartwin.sources import days
from neartwin.sources.listing import list_source, source_file
from neartwin.sources.location import locate
from neartwin.warehouse import run


def is_ready(settings: Settings, day: date, now: datetime) -> bool:
    """Whether every configured source has its day complete, or has passed its deadline; `now` has a zone."""
    return all(days.is_ready(source, day, now) for source in settings.sources.values())


def late_days(con: duckdb.DuckDBPyConnection, settings: Settings, now: datetime, window: int = 7) -> list[date]:
    """Return the days of the last `window` that have run and have files that were not read, by name and size."""
    today = now.date()
    past = [today - timedelta(days=back) for back in range(window, 0, -1)]
    return [day for day in past if _has_news(con, settings, day)]


def waiting_days(con: duckdb.DuckDBPyConnection) -> list[date]:
    """Return the days with captures that are not extracted: also those whose revisits were resolved by another day."""
    return [day for (day,) in run(con, "ingest/select_waiting_days")]


def _has_news(con: duckdb.DuckDBPyConnection, settings: Settings, day: date) -> bool:
    ran = {name for (name,) in run(con, "ingest/select_source_days", day=day)}
    known = {(name, path, size) for name, path, size, _ in run(con, "ingest/select_source_files", day=day)}
    for name, source in settings.sources.items():
        if name not in ran:
            continue
        try:
            listed = list(list_source(locate(days.resolve(source.path, day)), settings.ingest))
        except SourceError:
            continue
        if any(not item.reason and (name, source_file(item.path), item.n_bytes) not in known for item in listed):
            return True
    return False
