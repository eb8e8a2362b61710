"""CPU seconds of runs: each process notes what its part took in a file of the run, and the run's end enters the sum."""

import hashlib
import os
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import duckdb

from neartwin.places import make_folder
from neartwin.settings import Settings
from neartwin.warehouse.queries import run

KEEP_DAYS = 7


def spent() -> float:
    """Return the CPU seconds (user and system) of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(part.ru_utime + part.ru_stime for part in used)


def begin(settings: Settings, run_id: str) -> None:
    """Count from now on what the parts of a run take, until `enter`; counting already, it goes on."""
    path = _path(settings, run_id)
    make_folder(path.parent)
    path.touch()


@contextmanager
def noted(settings: Settings, run_id: str) -> Iterator[None]:
    """Note what the block takes, if the run is counted; parts of one run may do so at once."""
    before = spent()
    try:
        yield
    finally:
        with suppress(FileNotFoundError):
            file = os.open(_path(settings, run_id), os.O_WRONLY | os.O_APPEND)
            try:
                os.write(file, f"{spent() - before:.3f}\n".encode())
            finally:
                os.close(file)


def enter(con: duckdb.DuckDBPyConnection, settings: Settings, run_id: str) -> None:
    """Enter what was noted of a run in `run_costs`, added to what is there; it is counted no longer."""
    path = _path(settings, run_id)
    if not path.is_file():
        return
    cpu_seconds = sum(float(line) for line in path.read_text().splitlines())
    path.unlink()
    run(con, "warehouse/upsert_run_costs", run_id=run_id, cpu_seconds=cpu_seconds)


def prune(settings: Settings) -> int:
    """Remove the files of runs that were killed and never ended; return how many.

    Such is a file in which nothing was noted for KEEP_DAYS: no part of a run takes as long.
    """
    before = time.time() - KEEP_DAYS * 86_400
    n_removed = 0
    for path in (settings.data / "costs").glob("*"):
        with suppress(FileNotFoundError):
            if path.stat().st_mtime < before:
                path.unlink()
                n_removed += 1
    return n_removed


def _path(settings: Settings, run_id: str) -> Path:
    return settings.data / "costs" / hashlib.sha256(run_id.encode()).hexdigest()[:16]
