"""The page over days, from the JSON twins that lie in the folder: no warehouse needed."""

import json
import logging
from pathlib import Path
from typing import Any

from neartwin.report.files import write
from neartwin.report.gather import SCHEMA
from neartwin.report.page import render_trend
from neartwin.report.under_way import under_way
from neartwin.settings import Settings

log = logging.getLogger(__name__)

DAYS = 60


def write_trend(settings: Settings) -> Path:
    """Write `reports/index.html` over the newest DAYS days that have a report; return its path."""
    path = settings.reports / "index.html"
    write(path, render_trend(read_days(settings), under_way(settings)))
    return path


def read_days(settings: Settings) -> list[dict[str, Any]]:
    """Return one line a day, newest first; a twin that cannot be read, or of another schema, is left out."""
    found = []
    for path in sorted(settings.reports.glob("[0-9]*-[0-9]*-[0-9]*.json"), reverse=True)[:DAYS]:
        try:
            told = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            log.warning("%s cannot be read: its day is left out of the trend", path.name)
            continue
        if told.get("schema") == SCHEMA:
            found.append(_line(told, path))
    return found


def _line(told: dict[str, Any], path: Path) -> dict[str, Any]:
    counts, failed = told["counts"], told["checks"]["n_failed"]
    return {
        "day": told["day"],
        "page": path.with_suffix(".html").name,
        "verdict": told["verdict"],
        "n_captures": counts["n_captures"],
        "n_ok": counts["n_ok"],
        "ok_share": counts["n_ok"] / counts["n_captures"] if counts["n_captures"] else None,
        "n_documents": counts["n_documents"],
        "n_critical": failed["critical"],
        "n_warnings": failed["warning"],
        "n_aside": told["n_quarantines"]["aside"],
        "drift": {row["metric"]: row["figure"] for row in told.get("drift", []) if not row["site"]},
        "n_drifted": sum(row["is_low"] or row["is_high"] for row in told.get("drift", [])),
        "n_review": max(told["review"]["waiting"].values(), default=0),
    }
