"""The table of runs: what each worked on, with which code and methods, and how it ended."""

import subprocess
from collections.abc import Sequence
from datetime import UTC, date, datetime
from importlib.metadata import version

import duckdb

from neartwin.settings import ROOT
from neartwin.warehouse.queries import run


def code_version() -> str:
    """Return the package version, with the git commit where the code lies in a checkout."""
    try:
        head = subprocess.run(
            ["git", "-C", str(ROOT), "rev-parse", "--short=12", "HEAD"], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return version("neartwin")
    return f"{version('neartwin')}+{head}"


def command_run_id() -> str:
    """Return a run id for what a command does outside Airflow: Airflow's own ids never begin so."""
    return f"cli-{datetime.now(UTC):%Y%m%dT%H%M%S%f}"


def begin(
    con: duckdb.DuckDBPyConnection,
    *,
    run_id: str,
    day: date,
    methods: Sequence[str],
    extractor_id: str,
    is_of_candidate: bool = False,
) -> None:
    """Enter a run of `deduplicate_day` as running; a retried first task enters it once."""
    run(
        con,
        "warehouse/upsert_runs",
        run_id=run_id,
        dag_id="deduplicate_day",
        day=day,
        methods=list(methods),
        extractor_id=extractor_id,
        code_version=code_version(),
        started_at=datetime.now(UTC).replace(tzinfo=None),
        is_of_candidate=is_of_candidate,
    )


def end(con: duckdb.DuckDBPyConnection, *, run_id: str, day: date, failed_tasks: Sequence[str]) -> None:
    """Record how a run ended: success, quarantined (its whole day is put aside), or failed with the tasks named.

    A run of a candidate version leaves a day that is put aside alone: that is no fault of it.
    """
    held = [] if is_of_candidate(con, run_id) else run(con, "warehouse/select_quarantined_day", day=day)
    if held:
        state, reason = "quarantined", held[0][0]
    elif failed_tasks:
        state, reason = "failed", f"failed tasks: {', '.join(failed_tasks)}"
    else:
        state, reason = "success", ""
    now = datetime.now(UTC).replace(tzinfo=None)
    run(con, "warehouse/upsert_runs_ended", run_id=run_id, state=state, reason=reason, ended_at=now)


def methods_of(con: duckdb.DuckDBPyConnection, run_id: str) -> list[str]:
    """Return the ids of the methods that a run began with; none before it began."""
    rows = run(con, "warehouse/select_run_methods", run_id=run_id)
    return list(rows[0][0]) if rows else []


def is_of_candidate(con: duckdb.DuckDBPyConnection, run_id: str) -> bool:
    """Return whether a run began as one of a candidate version."""
    rows = run(con, "warehouse/select_run_methods", run_id=run_id)
    return bool(rows) and bool(rows[0][1])


def is_idle(con: duckdb.DuckDBPyConnection, day: date) -> bool:
    """Return whether a day has nothing for candidate methods: no capture, or the whole day put aside."""
    return bool(run(con, "warehouse/select_day_is_idle", day=day)[0][0])


def state_of(con: duckdb.DuckDBPyConnection, run_id: str) -> tuple[str, str]:
    """Return (state, reason) of a run."""
    rows = run(con, "warehouse/select_run_state", run_id=run_id)
    return (rows[0][0], rows[0][1]) if rows else ("failed", "the run never began: see its first task")
