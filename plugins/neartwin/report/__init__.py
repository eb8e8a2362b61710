"""Reports for people: a self-contained page per run, its JSON twin, a page over days, a terminal summary."""

import json
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

from neartwin.report import files, under_way
from neartwin.report.gather import gather
from neartwin.report.page import render
from neartwin.report.summary import terminal_summary
from neartwin.report.trend import write_trend
from neartwin.settings import Settings
from neartwin.warehouse import run

__all__ = ["renew", "report_path", "tell_upgrades", "terminal_summary", "write_report", "write_trend"]


def write_report(con: duckdb.DuckDBPyConnection, settings: Settings, day: date, run_id: str) -> Path:
    """Write the page and JSON twin of one run, make them the day's newest, renew the page over days; return the page.

    Works for a run in any state, also one that stopped before it had anything to say.
    """
    told = gather(con, settings, day, run_id)
    twin = json.dumps(told, indent=1, sort_keys=True)
    for path, root in ((files.of_run(settings, day, run_id), "../"), (files.of_day(settings, day), "")):
        files.write(path, render(told, root))
        files.write(path.with_suffix(".json"), twin)
    write_trend(settings)
    return report_path(settings, day, run_id)


def tell_upgrades(settings: Settings, tables: Sequence[dict[str, Any]]) -> None:
    """Let the page over days, and each report from now on, say how far candidates are (`upgrade.progress.table`)."""
    if under_way.keep(settings, tables):
        write_trend(settings)


def renew(con: duckdb.DuckDBPyConnection, settings: Settings) -> Path | None:
    """Write the report of the newest day anew, after merges or undos have changed what it says; None without a run."""
    found = run(con, "report/select_newest_run")
    return write_report(con, settings, found[0][1], found[0][0]) if found else None


def report_path(settings: Settings, day: date, run_id: str) -> Path:
    """Return where a run's page lies: under the day's name once it is written, which a later run of the day replaces.

    A run without a page has a path that does not exist; each run's own page stays under `reports/runs/`.
    """
    own = files.of_run(settings, day, run_id)
    return files.of_day(settings, day) if own.is_file() else own
