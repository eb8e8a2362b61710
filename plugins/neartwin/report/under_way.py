"""Upgrades under way, as reports tell them: kept beside the reports by whoever has looked how far a candidate is."""

import json
import logging
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from neartwin.report.files import write
from neartwin.report.rows import Row
from neartwin.settings import Settings

log = logging.getLogger(__name__)

DAYS = 31  # of each upgrade: those that are left first
PARTS = {"candidate_id", "replaces_id", "is_complete", "says", "disk", "cost", "n_days", "days"}


def keep(settings: Settings, tables: Sequence[Row]) -> bool:
    """Keep how far each candidate is (`upgrade.progress.table`); none lets go of it. Return whether that is news."""
    path, now = _path(settings), f"{datetime.now(UTC):%Y-%m-%d %H:%M}"
    was_told = path.is_file()
    if tables:
        write(path, json.dumps({"as_of": now, "upgrades": [_capped(table) for table in tables]}, indent=1))
    else:
        path.unlink(missing_ok=True)
    return bool(tables) or was_told


def under_way(settings: Settings) -> Row | None:
    """Return as_of (UTC) and the upgrades that were kept last, or None when none is under way."""
    path = _path(settings)
    try:
        told: Row = json.loads(path.read_text(encoding="utf-8"))
        is_whole = isinstance(told["as_of"], str) and all(table.keys() >= PARTS for table in told["upgrades"])
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        is_whole = False
    if not is_whole:
        log.warning("%s cannot be read: upgrades are left out of the report", path.name)
        return None
    return told


def _capped(table: Row) -> Row:
    days = sorted(table["days"], key=lambda day: (day["n_done"] >= day["n_texts"], day["day"]))
    return {**table, "n_days": len(days), "days": sorted(days[:DAYS], key=lambda day: str(day["day"]))}


def _path(settings: Settings) -> Path:
    return settings.reports / "upgrades.json"
