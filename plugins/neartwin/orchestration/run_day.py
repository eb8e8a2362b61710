"""Run the real DAG of a day in this process, without a server: `dag.test` on the installation's own Airflow home."""

import fcntl
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, TextIO

from neartwin.errors import AirflowHomeError, RunLockedError
from neartwin.orchestration import airflow_home
from neartwin.places import make_folder
from neartwin.settings import ROOT, Settings

DAG_ID = "deduplicate_day"
UNANSWERED = "approve"  # nobody can answer here while the run waits: the question stays open for `neartwin approve`


@dataclass(frozen=True, slots=True)
class DayResult:
    """How a run ended: its Airflow run id, the state of the DAG run, the first fault and the file of its log."""

    run_id: str
    is_success: bool
    fault: str
    log_file: Path


def run_day(
    settings: Settings, day: date, *, source: str | None = None, methods: list[str] | None = None, progress: TextIO
) -> DayResult:
    """Run `deduplicate_day` for one day; each finished task is told on `progress`, Airflow's own words go to a log.

    Raises RunLockedError when another `neartwin run` works on the same data folder, and WarehouseFileError before
    anything runs when the warehouse cannot be opened.
    """
    log_file = settings.run_log(day)
    with only_run(settings):
        _require_warehouse(settings)
        with _airflow(settings, log_file, progress) as terminal:
            conf = {"day": str(day), "source": source, "methods": methods}
            fault, dag_run = _test_dag(terminal, DAG_ID, run_conf=conf)
            is_success = str(dag_run.state) == "success"
            if is_success and methods is None and _is_merging_wanted(settings):
                fault = _merge(terminal)
                is_success = not fault
        return DayResult(dag_run.run_id, is_success, fault, log_file)


def run_merging(settings: Settings, *, progress: TextIO) -> str:
    """Run `merge_duplicates` alone and return its first fault, '' when it succeeded; its questions stay open."""
    with only_run(settings), _airflow(settings, settings.data / "logs" / "run-merging.log", progress) as terminal:
        return _merge(terminal)


def _merge(terminal: TextIO) -> str:
    fault, merged = _test_dag(terminal, "merge_duplicates", mark_success_pattern=UNANSWERED)
    return "" if str(merged.state) == "success" else fault or "it did not succeed"


@contextmanager
def _airflow(settings: Settings, log_file: Path, progress: TextIO) -> Iterator[TextIO]:
    """Prepare Airflow's home; what it prints goes to the log, and the yielded file is the terminal."""
    make_folder(log_file.parent)
    terminal = os.fdopen(os.dup(progress.fileno()), "w", encoding="utf-8", buffering=1)
    with terminal, _output_to(log_file):
        airflow_home.prepare(settings)
        yield terminal


def _require_warehouse(settings: Settings) -> None:
    from neartwin.warehouse import reader

    if settings.warehouse.exists():
        with reader(settings):
            pass


def _is_merging_wanted(settings: Settings) -> bool:
    """Whether anything can have changed a decision: without a policy, a label or a constraint nothing is merged."""
    from neartwin.warehouse import reader, run

    with reader(settings) as con:
        return bool(run(con, "merge/select_is_wanted")[0][0])


def _test_dag(terminal: TextIO, dag_id: str, **options: Any) -> tuple[str, Any]:  # noqa: ANN401 (of `dag.test`)
    """Return (first fault, finished DAG run). Airflow is imported here, after its home is set."""
    from airflow.dag_processing.dagbag import BundleDagBag
    from airflow.sdk.listener import get_listener_manager

    from neartwin.orchestration.progress import Progress

    progress, listeners, folder = Progress(terminal), get_listener_manager(), ROOT / "dags"
    bag = BundleDagBag(dag_folder=folder, bundle_path=folder, bundle_name="dags-folder")
    if bag.import_errors:
        raise AirflowHomeError(f"the DAG folder cannot be imported: {bag.import_errors}")
    listeners.add_listener(progress)
    try:
        bag.dags[dag_id].deadline = None  # `dag.test` of Airflow 3.3.2 fails on any deadline
        dag_run = bag.dags[dag_id].test(**options)
    finally:
        listeners.pm.unregister(progress)
    return progress.fault, dag_run


@contextmanager
def only_run(settings: Settings) -> Iterator[None]:
    """Hold the lock of one working process; raises RunLockedError when another one works on the data folder."""
    make_folder(settings.data)
    with (settings.data / "run.lock").open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            raise RunLockedError(
                f"another run (process {file.read().strip() or 'unknown'}) works on {settings.data}: wait for it to end"
            ) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


@contextmanager
def _output_to(path: Path) -> Iterator[None]:
    """Send everything that this process and its children print to a file."""
    sys.stdout.flush()
    sys.stderr.flush()
    kept = os.dup(1), os.dup(2)
    with path.open("ab") as file:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        try:
            yield
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            for number, descriptor in enumerate(kept, start=1):
                os.dup2(descriptor, number)
                os.close(descriptor)
